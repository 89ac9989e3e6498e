import type { BracketBoard, BracketFixture, BracketRound } from 'pitchkeeper-client';
import { roundName } from '../../league/bracket';
import { say } from '../../wording';
import { useLit } from './ticking';

/** How many matchups of a first round can be read from six metres, one below the other. */
const MOST = 8;

/** Whether a knock-out fits on the screen: a single one of up to sixteen. */
export const isTree = ({ isDouble, rounds }: BracketBoard) => !isDouble && (rounds[0]?.fixtures.length ?? 0) <= MOST;

/** Whether a knock-out needs the whole height of the screen. */
export const isTall = (bracket: BracketBoard) => isTree(bracket) && (bracket.rounds[0]?.fixtures.length ?? 0) === MOST;

/** The whole knock-out, a column a round: each matchup stands between the two that lead to it. */
export function Tree({ bracket: { rounds, isDouble } }: { bracket: BracketBoard }) {
  const columns = rounds.filter(({ stage }) => stage === 'winners');
  const third = rounds.find(({ stage }) => stage === 'third_place');
  return (
    <main class="tv-tree" style={{ '--columns': columns.length, '--rows': columns[0]?.fixtures.length ?? 1 }}>
      {columns.map((round) => (
        <section key={round.round}>
          <h2>{roundName(round, isDouble)}</h2>
          <Column round={round} />
          {third && round === columns.at(-1) && (
            <>
              <h2>{roundName(third, isDouble)}</h2>
              <Column round={third} />
            </>
          )}
        </section>
      ))}
    </main>
  );
}

function Column({ round }: { round: BracketRound }) {
  return (
    <ol>
      {round.fixtures.map((fixture) => (
        <Tie key={fixture.number} fixture={fixture} />
      ))}
    </ol>
  );
}

function Tie({ fixture: { table, sides, state, wins, winner } }: { fixture: BracketFixture }) {
  const lit = useLit(`${wins?.join()} ${winner}`);
  return (
    <li class={`${state === 'bye' ? 'bye' : state}${lit ? ' lit' : ''}`}>
      {sides.map(({ entrant, name }, side) => (
        <span class={entrant !== null && entrant === winner ? 'lead' : ''}>
          <span class="cut">{name ?? ''}</span>
          {wins ? (
            <b class="figure">{wins[side]}</b>
          ) : (
            side === 0 && state === 'planned' && <small>{say('league.table', { table: table ?? 0 })}</small>
          )}
        </span>
      ))}
    </li>
  );
}
