import type { Consequences, HandChange, Match } from 'pitchkeeper-client';
import { plain, signed } from './Score';
import { say } from '../wording';

/** A hand before and after: its scores, and in a word what is otherwise about it. */
export interface HandRow {
  number: number;
  what: string;
  before: number[] | null;
  after: number[] | null;
}

interface Props {
  match: Match;
  consequences: Consequences;
  /** The hands to be told of; those that change where nothing else is said. */
  rows?: HandRow[];
}

/** The winner first if it changes, then every hand that does. */
export function Effects({ match, consequences, rows = consequences.changes.map(changed) }: Props) {
  const { winnerBefore, winnerAfter, scoresBefore, scoresAfter, changes } = consequences;
  const named = (winner: typeof winnerBefore) => (winner ? (match.sides[winner.side]?.name ?? '') : say('nobody_yet'));
  return (
    <>
      <section class={consequences.winnerChanges ? 'ask' : 'box'} role="status">
        <h2>{say(consequences.winnerChanges ? 'winner_changes' : changes.length ? 'scores_change' : 'same_scores')}</h2>
        <dl>
          <div>
            <dt>{say('now_head')}</dt>
            <dd class="old">{consequences.winnerChanges ? named(winnerBefore) : ''}</dd>
            <dd class="figure old">{scoresBefore.map(plain).join(' : ')}</dd>
          </div>
          <div>
            <dt>{say('then_head')}</dt>
            <dd>{consequences.winnerChanges ? named(winnerAfter) : ''}</dd>
            <dd class="figure">{scoresAfter.map(plain).join(' : ')}</dd>
          </div>
        </dl>
      </section>
      {rows.length > 0 && (
        <table>
          <caption class="hide">{say('hands_that_change')}</caption>
          <thead>
            <tr>
              <th scope="col">{say('hand')}</th>
              <th scope="col">{say('now_head')}</th>
              <th scope="col">{say('then_head')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ number, what, before, after }) => (
              <tr>
                <th scope="row">
                  <b class="figure">{number}</b>
                  <span>{what}</span>
                </th>
                <td class="figure was">{before?.map(plain).join(' : ')}</td>
                <td class="figure">{after?.map(plain).join(' : ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {consequences.notPlayed.length > 0 && (
        <p>{say('not_played', { hands: consequences.notPlayed.join(', '), count: consequences.notPlayed.length })}</p>
      )}
    </>
  );
}

function changed(change: HandChange): HandRow {
  const { number, scoresBefore, scoresAfter } = change;
  return { number, what: whatChanges(change), before: scoresBefore, after: scoresAfter };
}

function whatChanges({ standingBefore, standingAfter, deltasBefore, deltasAfter }: HandChange): string {
  if (standingBefore !== standingAfter) return say(`standing.${standingAfter}`);
  if (deltasBefore?.every((points, side) => points === deltasAfter[side])) {
    return say('same_points');
  }
  return deltasAfter.map(signed).join(' : ');
}
