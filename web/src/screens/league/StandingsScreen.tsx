import { useSignal } from '@preact/signals';

import type { StandingsRow } from 'pitchkeeper-client';
import { groupName } from '../../league/bracket';
import { tables } from '../../league/groups';
import { entrantOf, mayRun, meIn, money, reach } from '../../league/night';
import type { LeagueSheet } from '../../leagues';
import { LinkRow } from '../../parts/LinkRow';
import { Live } from '../../parts/Live';
import { plain, signed } from '../../parts/Score';
import { Screen } from '../../parts/Screen';
import { address } from '../../places';
import { say } from '../../wording';
import { PlayOffs } from './PlayOffs';
import { LeagueTabs } from './LeagueTabs';
import { NextSeason } from './NextSeason';
import { StandingLine } from './StandingLine';
import { LeagueTakeAway } from './LeagueTakeAway';

/** The whole table: what each has, can still reach, and would get. */
export function StandingsScreen({ sheet }: { sheet: LeagueSheet }) {
  const { league, schedule, standings } = sheet;
  const opened = useSignal<number | undefined>(undefined);
  const mine = meIn(league)?.playsAs?.entrant;
  return (
    <Screen
      class="league columns"
      title={say('tv.standings')}
      note={standings.afterNight > 0 ? say('league.after_night', { night: standings.afterNight }) : league.name}
      back={address('league', league.leagueId)}
      corner={<Live />}
      foot={<LeagueTabs league={league} />}
    >
      {standings.rows.length === 0 && <p>{say('league.nobody_in')}</p>}
      {tables(standings.rows).map(({ group, rows }) => (
        <section key={group} aria-label={group === undefined ? say('tv.standings') : groupName(group)}>
          {group !== undefined && <h2>{groupName(group)}</h2>}
          <ol class="lines">
            {rows.map((row) => (
              <li key={row.entrant}>
                <button
                  class="line"
                  aria-expanded={opened.value === row.entrant}
                  onClick={() => (opened.value = opened.value === row.entrant ? undefined : row.entrant)}
                >
                  <StandingLine
                    row={row}
                    rank={group === undefined ? row.rank : row.groupRank}
                    score={group === undefined ? row.score : (row.groupScore ?? row.score)}
                    isMine={row.entrant === mine}
                    reach={reach(row, league, schedule)}
                  />
                </button>
                {opened.value === row.entrant && <More sheet={sheet} row={row} isInGroup={group !== undefined} />}
              </li>
            ))}
          </ol>
        </section>
      ))}
      {/* A sheet that an earlier version stored on the phone has no such list. */}
      {(standings.unproven ?? []).length > 0 && <p class="note">{say('not_checked_yet')}</p>}
      <PlayOffs sheet={sheet} />
      {mayRun(league) && league.nextNight === null && <NextSeason league={league} />}
      <LeagueTakeAway league={league} />
      <nav class="lines" aria-label={say('more')}>
        <LinkRow to={address('league', league.leagueId, 'agreed')} label={say('league.agreed')} />
        <LinkRow to={address('league', league.leagueId, 'journal')} label={say('journal')} />
      </nav>
    </Screen>
  );
}

interface MoreProps {
  sheet: LeagueSheet;
  row: StandingsRow;
  isInGroup: boolean;
}

/** How somebody came there. */
function More({ sheet: { league, standings }, row, isInGroup }: MoreProps) {
  const { currency } = standings.prizes;
  const decidedBy = isInGroup ? row.groupDecidedBy : row.decidedBy;
  return (
    <div class="box more">
      <p>{say('league.won_lost', { won: row.won, lost: row.lost, left: row.left })}</p>
      {row.difference !== null && row.played > 0 && (
        <p>{say('league.difference', { difference: signed(row.difference) })}</p>
      )}
      {row.byNight.length > 0 && <p>{say('league.by_night', { scores: row.byNight.map(plain).join(' · ') })}</p>}
      {row.missedRounds > 0 && <p>{say('league.missed_rounds', { rounds: row.missedRounds })}</p>}
      {decidedBy?.whys.map(({ text }) => (
        <p>{text}</p>
      ))}
      {row.chance.why && <p>{row.chance.why.text}</p>}
      {row.chance.reaches?.why && row.chance.reaches.why.text !== row.chance.why?.text && (
        <p>{row.chance.reaches.why.text}</p>
      )}
      {row.awaitsPlayOff && <p>{say('league.awaits_play_off')}</p>}
      {row.prize !== null && row.prize > 0 && <p>{say('league.prize', { amount: money(row.prize, currency) })}</p>}
      <p class="note">{entrantOf(league, row.entrant)?.players.join(', ')}</p>
    </div>
  );
}
