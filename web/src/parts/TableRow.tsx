import type { MatchSummary } from 'pitchkeeper-client';
import { address } from '../places';
import { say } from '../wording';
import { plain } from './Score';

/** A table of before in a line: who against whom, and the score. */
export function TableRow({ table, day }: { table: MatchSummary; day?: string }) {
  return (
    <a class="row" href={address('m', table.matchId)}>
      <span class="grow cut">
        {table.name && <b>{table.name}: </b>}
        {table.sides.join(` ${say('versus')} `)}
        {day && <small class="cut">{day}</small>}
      </span>
      <span class="figure">{table.scores.map(plain).join(' : ')}</span>
    </a>
  );
}
