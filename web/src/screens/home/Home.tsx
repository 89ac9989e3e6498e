import type { MatchSummary } from 'pitchkeeper-client';
import { useFetched } from '../../fetching';
import { leagues, loadLeagues } from '../../leagues';
import { load, loadTables, sheets, tables } from '../../matches';
import { address, go } from '../../places';
import { once } from '../../once';
import { rematch } from '../../opening';
import { Screen } from '../../parts/Screen';
import { plain } from '../../parts/Score';
import { Icon } from '../../parts/Icon';
import { LeagueRow } from '../../parts/LeagueRow';
import { LinkRow } from '../../parts/LinkRow';
import { TableRow } from '../../parts/TableRow';
import { say } from '../../wording';
import { onDemand } from '../../parts/onDemand';
import { Deleted } from './Deleted';

const Installing = onDemand(
  async () => (await import('../../parts/Installing')).Installing,
  () => null,
);

// The others are a tap away; on the first screen they would stand before the leagues.
const FEW = 5;

/** What the page opens with: the last table, a new one, or somebody else's. */
export function Home() {
  useFetched(loadTables, []);
  useFetched(loadLeagues, []);
  // A phone that never had a list knows at least the tables it has seen.
  const [last, ...earlier] = tables.value.length > 0 ? tables.value : seen();
  return (
    <Screen
      class="columns"
      title="Pitchkeeper"
      corner={
        <a class="button icon" href={address('phone')} aria-label={say('my_phone')}>
          <Icon name="phone" />
        </a>
      }
      foot={
        <footer class="foot">
          <a class="button main" href={address('new')}>
            {say('new_table')}
          </a>
          <div class="pair">
            <a class="button plain" href={address('join')}>
              {say('join')}
            </a>
            <a class="button plain" href={address('settle')}>
              {say('settle_argument')}
            </a>
          </div>
        </footer>
      }
    >
      {last && <Installing />}
      {last ? (
        <section class="box last-table" aria-labelledby="last">
          <h2 id="last">{last.sides.join(` ${say('versus')} `)}</h2>
          <p class="note">{[last.name, last.ruleset].filter(Boolean).join(' · ')}</p>
          <p class="figure">{last.scores.map(plain).join(' : ')}</p>
          <div class="pair">
            <a class="button plain" href={address('m', last.matchId)}>
              {say(last.winner === null ? 'go_on' : 'look')}
            </a>
            {last.winner !== null && (
              <button class="plain" onClick={() => void again(last.matchId)}>
                {say('play_again')}
              </button>
            )}
          </div>
        </section>
      ) : (
        <section class="welcome">
          <h2>{say('welcome')}</h2>
          <p>{say('welcome_how')}</p>
        </section>
      )}
      {last && (
        <section aria-labelledby="earlier">
          <h2 class="lab" id="earlier">
            {say('earlier')}
          </h2>
          <ul class="lines">
            {earlier.slice(0, FEW).map((table) => (
              <li key={table.matchId}>
                <TableRow table={table} />
              </li>
            ))}
            <li>
              <LinkRow to={address('earlier')} label={say('all_tables')} />
            </li>
          </ul>
        </section>
      )}
      <Leagues />
      <Deleted />
    </Screen>
  );
}

/** The leagues of this phone, and another one. */
function Leagues() {
  return (
    <section aria-labelledby="leagues">
      <h2 class="lab" id="leagues">
        {say('leagues')}
      </h2>
      <ul class="lines">
        {leagues.value.slice(0, FEW).map((league) => (
          <li key={league.leagueId}>
            <LeagueRow league={league} />
          </li>
        ))}
        {leagues.value.length > FEW && (
          <li>
            <LinkRow to={address('leagues')} label={say('all_leagues')} />
          </li>
        )}
        <li>
          <LinkRow to={address('league', 'new')} label={say('new_league')} />
        </li>
      </ul>
    </section>
  );
}

function seen(): MatchSummary[] {
  return Object.values(sheets.value)
    .map((sheet) => ({
      ...sheet,
      ruleset: sheet.ruleset.name,
      players: sheet.players.map(({ name }) => name),
      sides: sheet.sides.map(({ name }) => name),
      hands: sheet.lines.length,
      winner: sheet.winner?.side ?? null,
    }))
    .sort((one, other) => (one.updatedAt < other.updatedAt ? 1 : -1));
}

const again = once(async (matchId: string) => {
  // Another of the table may have been first since this phone looked.
  const sheet = await load(matchId).catch(() => sheets.value[matchId]);
  if (sheet) go('m', await rematch(sheet));
});
