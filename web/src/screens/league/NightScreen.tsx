import { useSignal } from '@preact/signals';

import { openFixtureMatch, openNight } from 'pitchkeeper-client';
import type { League, LeagueFixture, Night } from 'pitchkeeper-client';
import {
  isOpen,
  mayRun,
  mayWrite,
  meIn,
  nextOf,
  nextRound,
  nightNow,
  nightTitle,
  rounds,
  sideIn,
} from '../../league/night';
import { refusedResults, waitingResults } from '../../league/results';
import { loadLeague, type LeagueSheet } from '../../leagues';
import { keep, sheets } from '../../matches';
import { Icon } from '../../parts/Icon';
import { LinkRow } from '../../parts/LinkRow';
import { Live } from '../../parts/Live';
import { Screen } from '../../parts/Screen';
import { address, go } from '../../places';
import { answer, words } from '../../server';
import { settings } from '../../settings';
import { say } from '../../wording';
import { LeagueTabs } from './LeagueTabs';
import { Bracket, hasBracket } from './Bracket';
import { Matchup } from './Matchup';
import { Waiting } from './Agreeing';
import { Closing } from './Closing';
import { ComeAlong } from './ComeAlong';
import { StandingLine } from './StandingLine';

/** How many of the table fit below the matchups. */
const FIRST = 5;

/** A night: whom one plays, what came of the others, who is ahead, who meets next. */
export function NightScreen({ sheet }: { sheet: LeagueSheet }) {
  const { league, schedule, standings } = sheet;
  const picked = useSignal<number | undefined>(undefined);
  const now = nightNow(schedule, league);
  const night = schedule.nights.find((one) => one.night === picked.value) ?? now;
  const mine = meIn(league)?.playsAs?.entrant;
  const next = nextOf(mine, night ? schedule.nights.filter((one) => one.night >= night.night) : []);
  const round = night && nextRound(night, league.format);
  const following = schedule.nights.find((one) => night && one.night === night.night + 1);
  const own = standings.rows.find((row) => row.entrant === mine && row.position > FIRST);
  return (
    <Screen
      class="league columns"
      title={league.name}
      note={night && nightTitle(night, league, settings.value.language)}
      back={address()}
      corner={<Live />}
      foot={
        <div class="feet">
          {next && mayWrite(league) && <Play league={league} fixture={next} />}
          <LeagueTabs league={league} />
        </div>
      }
    >
      <ComeAlong league={league} />
      {next ? (
        <section class="ask mine" aria-labelledby="mine">
          <h2 id="mine">
            {say(next.night === night?.night ? 'league.you_play' : 'league.you_play_on', {
              table: next.table,
              others: next.sides[sideIn(next, mine) === 0 ? 1 : 0].name,
              night: next.night,
            })}
          </h2>
        </section>
      ) : (
        // Who runs the league may play in no team.
        mine === undefined && meIn(league) && !mayRun(league) && <WhoAreYou leagueId={league.leagueId} />
      )}
      {mayWrite(league) && <Waiting sheet={sheet} />}
      {night && mayWrite(league) && <ToDoor league={league} night={night} />}
      {night && night.fixtures.length > 0 ? (
        <>
          {hasBracket(night) && <Bracket league={league} schedule={schedule} night={night} mine={mine} />}
          <Rounds sheet={sheet} night={night} mine={mine} />
          <KeptHere leagueId={league.leagueId} />
          {mayWrite(league) && (
            <LinkRow to={address('league', league.leagueId, 'paper', night.night)} label={say('paper.title')} />
          )}
          {mayRun(league) && <Closing league={league} night={night} />}
        </>
      ) : (
        <p>{say('league.no_matchups')}</p>
      )}
      {night?.findings.map(({ message }) => (
        <p class="box">{message.text}</p>
      ))}
      {mayRun(league) && (!night?.fixtures.length || isOutdated(night) || round !== undefined) && (
        <a class="button main" href={address('league', league.leagueId, 'plan')}>
          {round === undefined
            ? say(night?.fixtures.length ? 'league.plan_again' : 'league.plan')
            : say('door.pair', { round })}
        </a>
      )}
      {standings.rows.length > 0 && (
        <section aria-labelledby="standings">
          <h2 id="standings">{say('tv.standings')}</h2>
          <ol class="lines">
            {[...standings.rows.slice(0, FIRST), ...(own ? [own] : [])].map((row) => (
              <li key={row.entrant}>
                <StandingLine row={row} isMine={row.entrant === mine} />
              </li>
            ))}
          </ol>
        </section>
      )}
      {following && following.fixtures.length > 0 && <Following night={following} mine={mine} />}
      {night && <Nights sheet={sheet} shown={night.night} pick={(number) => (picked.value = number)} />}
    </Screen>
  );
}

/** Results that this phone keeps until there is a signal, and those that were refused. */
function KeptHere({ leagueId }: { leagueId: string }) {
  const count = waitingResults.value.filter((one) => one.leagueId === leagueId).length;
  const refused = refusedResults.value.filter(({ command }) => command.leagueId === leagueId).length;
  return (
    <>
      {count > 0 && (
        <p class="note" role="status">
          {say('paper.waiting', { count })}
        </p>
      )}
      {refused > 0 && <p class="box">{say('paper.look', { count: refused })}</p>}
    </>
  );
}

/** Whether a night, or a round of it, has to be planned again. */
const isOutdated = (night: Night) =>
  night.findings.some(({ code }) => code === 'night_outdated' || code === 'slot_outdated');

/** The way to the door of a night: the owner opens it, and whoever may write checks in. */
function ToDoor({ league, night: { night, state } }: { league: League; night: Night }) {
  const said = useSignal('');
  const place = ['league', league.leagueId, 'door', night] as const;

  async function open(): Promise<void> {
    said.value = '';
    try {
      await answer(openNight({ path: { leagueId: league.leagueId, night } }));
      await loadLeague(league.leagueId);
      go(...place);
    } catch (error) {
      said.value = words(error);
    }
  }

  if (state === 'planned' && night === league.nextNight) {
    if (!mayRun(league)) return null;
    return (
      <>
        {said.value && <p role="alert">{said.value}</p>}
        <button class="plain" onClick={() => void open()}>
          {say('door.open')}
        </button>
      </>
    );
  }
  if (state === 'over' || state === 'planned') return null;
  return (
    <a class="row box" href={address(...place)}>
      <span class="grow">{say(state === 'called_off' ? 'door.was_called_off' : 'door.go_on')}</span>
      <Icon name="on" />
    </a>
  );
}

/** To play at one's own table is a tap; to enter only what came of it is two. */
function Play({ league: { leagueId }, fixture }: { league: League; fixture: LeagueFixture }) {
  const said = useSignal('');
  const going = fixture.reported?.report.matches?.findLast(({ winner, matchId }) => winner == null && matchId);

  async function play(): Promise<void> {
    said.value = '';
    // A match that this phone has seen can go on in a cellar.
    if (going?.matchId && sheets.value[going.matchId]) return go('m', going.matchId);
    try {
      const path = { leagueId, fixture: fixture.number };
      const match = await answer(openFixtureMatch({ path }));
      await keep(match);
      go('m', match.matchId);
    } catch (error) {
      said.value = words(error);
    }
  }

  return (
    <footer class="foot">
      {said.value && <p role="alert">{said.value}</p>}
      <div class="pair">
        <a class="button plain" href={address('league', leagueId, 'fixture', fixture.number)}>
          {say('league.result')}
        </a>
        <button class="main short" onClick={() => void play()}>
          {say(going ? 'go_on' : 'league.play')}
        </button>
      </div>
    </footer>
  );
}

function WhoAreYou({ leagueId }: { leagueId: string }) {
  return (
    <a class="row box" href={address('league', leagueId, 'teams')}>
      <span class="grow">{say('league.who_are_you')}</span>
      <Icon name="on" />
    </a>
  );
}

interface RoundsProps {
  sheet: LeagueSheet;
  night: Night;
  mine: number | undefined;
}

function Rounds({ sheet: { league }, night, mine }: RoundsProps) {
  // Those of a knock-out stand in its own list.
  const all = rounds({ ...night, fixtures: night.fixtures.filter(({ stage }) => stage === 'season') });
  const first = all.findIndex((round) => round.some(isOpen));
  return (
    <>
      {all.map((round, at) => (
        <section aria-labelledby={`round-${at}`}>
          <h2 id={`round-${at}`}>
            {all.length > 1 ? say('tv.round', { round: at + 1 }) : say('tv.tables')}
            {at > first && first >= 0 && <small class="lab">{say('tv.next')}</small>}
          </h2>
          <ol class="lines">
            {round.map((fixture) => (
              <li key={fixture.number}>
                <Matchup leagueId={league.leagueId} fixture={fixture} mine={mine} />
              </li>
            ))}
          </ol>
        </section>
      ))}
      {night.byes.length > 0 && <Byes league={league} night={night} />}
    </>
  );
}

function Byes({ league, night }: { league: League; night: Night }) {
  const out = [...new Set(night.byes.flatMap(({ entrants }) => entrants))];
  const names = league.entrants.filter(({ number }) => out.includes(number)).map(({ name }) => name);
  return <p class="note">{say('league.sits_out', { names: names.join(', '), count: names.length })}</p>;
}

/** Who meets when the next night begins. */
function Following({ night, mine }: { night: Night; mine: number | undefined }) {
  const [first = []] = rounds(night);
  return (
    <section aria-labelledby="following">
      <h2 id="following">
        {say('tv.next')} <small class="lab">{say('tv.next_night', { night: night.night })}</small>
      </h2>
      <ol class="lines pairings">
        {first.map((fixture) => (
          <li key={fixture.number} class={sideIn(fixture, mine) === undefined ? '' : 'own'}>
            <span class="figure">{fixture.table}</span>{' '}
            {fixture.sides.map(({ name }) => name).join(` ${say('versus')} `)}
          </li>
        ))}
      </ol>
    </section>
  );
}

interface NightsProps {
  sheet: LeagueSheet;
  shown: number;
  pick: (night: number) => void;
}

function Nights({ sheet: { schedule }, shown, pick }: NightsProps) {
  if (schedule.nights.length < 2) return null;
  return (
    <nav class="nights" aria-label={say('league.nights')}>
      <span class="lab">{say('league.nights')}</span>
      {schedule.nights.map(({ night }) => (
        <button
          class="plain figure"
          aria-label={say('tv.next_night', { night })}
          aria-current={night === shown ? 'true' : undefined}
          onClick={() => {
            pick(night);
            scrollTo(0, 0);
          }}
        >
          {night}
        </button>
      ))}
    </nav>
  );
}
