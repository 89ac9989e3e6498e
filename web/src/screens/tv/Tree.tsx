import type { BracketBoard, BracketFixture, BracketRound } from 'pitchkeeper-client';
import { roundName } from '../../league/bracket';
import { say } from '../../wording';
import { useLit, usePages } from './ticking';

/** How many matchups can be read from six metres, one below the other. */
const MOST = 8;

/** How many columns leave room for a name beside its table. */
const NARROW = 5;

const first = ({ rounds }: BracketBoard) => rounds[0]?.fixtures.length ?? 0;

/** Whether a knock-out fits on the screen: one of up to sixteen. */
export const isTree = (bracket: BracketBoard) => first(bracket) <= MOST;

/** Whether a knock-out needs the whole height of the screen: from sixteen, if two losses are needed from five. */
export const isTall = (bracket: BracketBoard) => isTree(bracket) && first(bracket) * (bracket.isDouble ? 2 : 1) >= MOST;

/** The whole knock-out: of a double the unbeaten above those who have lost once, or in turn if they are many. */
export function Tree({ bracket }: { bracket: BracketBoard }) {
  const { rounds, isDouble } = bracket;
  const ends = rounds.filter(({ stage, fixtures }) =>
    stage === 'reset' ? fixtures[0]?.sides.some(({ name }) => name !== null) : stage === 'grand_final',
  );
  const unbeaten = [...rounds.filter(({ stage }) => stage === 'winners'), ...ends];
  const others = rounds.filter(({ stage }) => stage === 'losers');
  const { page } = usePages(others.length > 0 ? [unbeaten, others] : [unbeaten], first(bracket) < MOST ? 2 : 1);
  const rows = page.reduce((sum, [column]) => sum + (column?.fixtures.length ?? 0), 0);
  const third = rounds.find(({ stage }) => stage === 'third_place');
  return (
    <main class="tv-trees" style={{ '--rows': rows }}>
      {page.map((columns) => (
        <div
          class={columns.length > NARROW ? 'tv-tree narrow' : 'tv-tree'}
          key={columns[0]?.stage}
          style={{ '--columns': columns.length, '--part': columns[0]?.fixtures.length ?? 1 }}
        >
          {columns.map((round) => (
            <section key={`${round.stage} ${round.round}`}>
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
        </div>
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
