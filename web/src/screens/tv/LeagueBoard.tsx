import type { CheckInBoard, LeagueScoreboard, NextPairings, ScoreboardRow, TableScore } from 'pitchkeeper-client';
import { finalNote, groupName } from '../../league/bracket';
import { tables } from '../../league/groups';
import { plain } from '../../parts/Score';
import { say } from '../../wording';
import { Tree, isTall, isTree } from './Tree';
import { Dots, Follow, Head } from './parts';
import { useLit, usePages } from './ticking';

interface Props {
  league: LeagueScoreboard;
  secret: string;
  asOf: Date | undefined;
}

/** What of each fits and can be read from six metres. */
const ROWS = 5;
const PAIRINGS = 3;

/** A night of a league: what is on the tables, who is ahead, who meets next. */
export function LeagueBoard({ league, secret, asOf }: Props) {
  const tables = usePages(league.tables, ROWS);
  // Before a night has been played they say nothing of anybody.
  const rows = league.night > 1 ? league.rows : league.rows.map((row) => ({ ...row, firstPermille: null }));
  return (
    <>
      <Head title={league.name} asOf={asOf}>
        {say('tv.night', { night: league.night, nights: league.nights })}
        {league.slots > 1 && ` · ${say('tv.round', { round: league.slot })}`}
      </Head>
      {league.bracket && isTree(league.bracket) && !league.checkIn ? (
        <Tree bracket={league.bracket} />
      ) : (
        <main class="tv-league">
          {league.checkIn ? (
            <CheckIn board={league.checkIn} />
          ) : (
            <section>
              <h2>
                {say('tv.tables')} <Dots {...tables} />
              </h2>
              <ol class="now">
                {tables.page.map((table) => (
                  <Table key={`${table.slot} ${table.table}`} table={table} />
                ))}
              </ol>
            </section>
          )}
          <Standings rows={rows} isDrawn={league.bracket !== null} />
          {league.results.length > 0 && <Results results={league.results} />}
        </main>
      )}
      <footer hidden={league.bracket !== null && !league.checkIn && isTall(league.bracket)}>
        {league.next && !league.checkIn ? (
          <Next next={league.next} isTonight={league.next.night === league.night} />
        ) : (
          <p />
        )}
        {league.unproven > 0 && <p class="tv-said">{say('not_checked_yet')}</p>}
        <Follow secret={secret} />
      </footer>
    </>
  );
}

/** Who is here while the door is open: the pairings follow once they are made. */
function CheckIn({ board }: { board: CheckInBoard }) {
  const { page, at, pages } = usePages(board.missing, ROWS);
  return (
    <section>
      <h2>
        {say('tv.check_in', { here: board.here, expected: board.expected, missing: board.missing.length })}{' '}
        <Dots at={at} pages={pages} />
      </h2>
      <ol>
        {page.map((name) => (
          <li key={name}>
            <span class="tm">
              <span class="cut">{name}</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Table({ table }: { table: TableScore }) {
  const wins = table.wins ?? [0, 0];
  const shown = table.isOver ? wins : (table.scores ?? undefined);
  const lit = useLit(`${wins.join()} ${shown?.join()}`);
  const ahead = table.isOver || !shown ? wins : shown;
  const lead = (side: 0 | 1) => ((ahead[side] ?? 0) > (ahead[1 - side] ?? 0) ? ' lead' : '');
  return (
    <li class={`${table.isOver ? 'done' : ''}${lit ? ' lit' : ''}`}>
      <span class="no figure">{table.table}</span>
      <Team name={table.names[0] ?? ''} wins={wins[0] ?? 0} isOver={table.isOver} of={lead(0)} />
      <span class="sc figure">
        {shown ? (
          <>
            <span>{plain(shown[0] ?? 0)}</span>
            <i>:</i>
            <span>{plain(shown[1] ?? 0)}</span>
            {table.isOver && <small>{say('tv.final')}</small>}
          </>
        ) : table.settlement === 'contradicted' ? (
          <small>{say('tv.two_results')}</small>
        ) : (
          <i>–</i>
        )}
      </span>
      <Team name={table.names[1] ?? ''} wins={wins[1] ?? 0} isOver={table.isOver} of={` r${lead(1)}`} />
    </li>
  );
}

interface TeamProps {
  name: string;
  wins: number;
  isOver: boolean;
  of: string;
}

function Team({ name, wins, isOver, of }: TeamProps) {
  return (
    <span class={`tm${of}`}>
      <span class="cut">{name}</span>
      {!isOver && wins > 0 && (
        <span class="wins" role="img" aria-label={say('tv.won_matches', { matches: wins })}>
          {Array.from({ length: wins }, () => (
            <i />
          ))}
        </span>
      )}
    </span>
  );
}

/** The standings, page by page; before the final of a league of groups a page is of one group. */
function Standings({ rows, isDrawn }: { rows: ScoreboardRow[]; isDrawn: boolean }) {
  const shown = isDrawn ? [{ group: undefined, rows }] : tables(rows);
  const parts = shown.flatMap(({ group, rows }) =>
    Array.from({ length: Math.ceil(rows.length / ROWS) }, (_, part) => ({
      group,
      rows: rows.slice(part * ROWS, (part + 1) * ROWS),
    })),
  );
  const { page, at, pages } = usePages(parts, 1);
  // A phone shows all pages, one below the other.
  return (
    <section class="stand">
      {page.map(({ group, rows }, place) => (
        <>
          {(place === 0 || group !== page[place - 1]?.group) && (
            <h2>
              {group === undefined ? say('tv.standings') : groupName(group)} <Dots at={at} pages={pages} />
            </h2>
          )}
          <ol>
            {rows.map((row) => (
              <Row key={row.name} row={row} rank={group === undefined ? row.rank : (row.groupRank ?? row.rank)} />
            ))}
          </ol>
        </>
      ))}
    </section>
  );
}

function Row({ row, rank }: { row: ScoreboardRow; rank: number }) {
  const lit = useLit(`${rank} ${row.score}`);
  const chance = chanceOf(row);
  return (
    <li class={`${rank === 1 ? 'first' : ''}${lit ? ' lit' : ''}`}>
      <span class="figure rk">{rank}</span>
      <span class="tm">
        <span class="cut">{row.name}</span>
        {chance && <small>{chance}</small>}
      </span>
      <span class="figure">{plain(row.score)}</span>
    </li>
  );
}

/** Whether somebody finishes first or reaches the final, or how likely; nothing where nobody can tell. */
function chanceOf({ chance, firstPermille }: ScoreboardRow): string {
  if (chance.clinched) return say('tv.clinched');
  if (chance.eliminated) return say('tv.eliminated');
  const note = finalNote(chance);
  if (note) return note;
  return firstPermille === null ? '' : say('tv.first_chance', { percent: Math.round(firstPermille / 10) });
}

function Results({ results }: { results: TableScore[] }) {
  return (
    <section class="results">
      <h2>{say('tv.results')}</h2>
      <ol>
        {results.map(({ names, slot, table, wins, settlement }) => (
          <li key={`${slot} ${table}`}>
            <span>{names.join(' – ')}</span>
            {settlement === 'contradicted' ? (
              <b>{say('tv.two_results_at', { table })}</b>
            ) : (
              <b class="figure">{(wins ?? []).join(' : ')}</b>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Next({ next, isTonight }: { next: NextPairings; isTonight: boolean }) {
  const { page, at, pages } = usePages(next.pairings, PAIRINGS);
  return (
    <p class="next">
      <span>
        {isTonight ? say('tv.next') : say('tv.next_night', { night: next.night })} <Dots at={at} pages={pages} />
      </span>
      {page.map(({ table, names }) => (
        <span class="pairing" key={table}>
          <b class="figure">{table}</b> {names.join(' – ')}
        </span>
      ))}
    </p>
  );
}
