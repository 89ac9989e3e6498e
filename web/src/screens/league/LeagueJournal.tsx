import '../../styles/people.css';

import { listLeagueJournal } from 'pitchkeeper-client';
import type { League, LeagueJournalEntry } from 'pitchkeeper-client';
import { about } from '../../league/journal';
import { memberName } from '../../league/people';
import type { LeagueSheet } from '../../leagues';
import { usePages } from '../../parts/pages';
import { Screen } from '../../parts/Screen';
import { address } from '../../places';
import { answer } from '../../server';
import { settings } from '../../settings';
import { say } from '../../wording';

/** Who did what in a league, the latest first. */
export function LeagueJournal({ sheet: { league, schedule } }: { sheet: LeagueSheet }) {
  const { leagueId, version } = league;
  const { items, said, more } = usePages<LeagueJournalEntry>(
    (from) =>
      answer(
        listLeagueJournal({
          path: { leagueId },
          query: { limit: 30, sort: 'newest', ...(from === undefined ? {} : { cursor: from }) },
        }),
      ),
    [leagueId, version],
  );
  return (
    <Screen
      class="league"
      title={say('journal')}
      note={say('journal_how')}
      back={address('league', leagueId, 'standings')}
    >
      {said.value && <p role="status">{said.value}</p>}
      <ol class="lines">
        {items.value?.map((entry) => (
          <li key={entry.version} class="journal">
            <p>
              <b>{say(`league_action.${entry.action}`)}</b>
              <span>{about(entry, league, schedule)}</span>
              <small class="note">
                {when(entry.at)} · {who(league, entry)}
              </small>
            </p>
          </li>
        ))}
      </ol>
      {more && (
        <button class="plain" onClick={more}>
          {say('older')}
        </button>
      )}
    </Screen>
  );
}

function when(at: string): string {
  return new Date(at).toLocaleString(settings.value.language, {
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
  });
}

function who(league: League, { deviceId, deviceName }: LeagueJournalEntry): string {
  const member = league.members.find((one) => one.deviceId === deviceId);
  return member ? memberName(league, member) : (deviceName ?? say('phone_gone'));
}
