import type { StandingsRow } from 'pitchkeeper-client';
import { finalNote } from '../../league/bracket';
import { plain } from '../../parts/Score';
import { say } from '../../wording';

interface Props {
  row: StandingsRow;
  /** The place that is shown: that of the whole table, or of the group. */
  rank?: number | null;
  /** The score that is shown: that of the season, or before the final in the group. */
  score?: number;
  isMine: boolean;
  /** The score that it can still come to. */
  reach?: number | undefined;
}

/** A line of the standings: place, name, what can still become of it, score. */
export function StandingLine({ row, rank = row.rank, score = row.score, isMine, reach }: Props) {
  const told = [chanceNote(row), reach !== undefined && row.left > 0 ? say('league.up_to', { score: reach }) : ''];
  const note = told.filter(Boolean).join(' · ');
  return (
    <div class={isMine ? 'row standing own' : 'row standing'}>
      <span class="figure no">{rank}</span>
      <span class="grow">
        <b class="cut">{row.name}</b>
        {note && <small>{note}</small>}
      </span>
      <span class="figure">{plain(score)}</span>
    </div>
  );
}

function chanceNote({ chance }: StandingsRow): string {
  if (chance.clinched) return say('tv.clinched');
  return chance.eliminated ? say('tv.eliminated') : finalNote(chance);
}
