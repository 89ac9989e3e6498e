import '../../styles/people.css';

import { listJournal, restoreVersion } from 'pitchkeeper-client';
import type { JournalEntry, Match } from 'pitchkeeper-client';
import { draftsOf, dropDrafts } from '../../hand/drafts';
import { useFetched } from '../../fetching';
import { whatChanged } from '../../hand/undoing';
import { isChanged } from '../../hand/written';
import { keep, load, sheets } from '../../matches';
import { usePages } from '../../parts/pages';
import { Screen } from '../../parts/Screen';
import { Sure } from '../../parts/Sure';
import { loadMembers, members } from '../../people';
import { phoneName } from '../../phones/Members';
import { address } from '../../places';
import { answer, words } from '../../server';
import { settings } from '../../settings';
import { say } from '../../wording';
import { adjustmentsText } from '../../parts/outside';

// As many as one looks through; what is older is a button away.
const PAGE = 30;

/** Who did what, the latest first, and the way back to how it was. */
export function Journal({ matchId }: { matchId: string }) {
  const { items, said, read, more } = usePages<JournalEntry>(
    (from) =>
      answer(
        listJournal({
          path: { matchId },
          query: { limit: PAGE, sort: 'newest', ...(from === undefined ? {} : { cursor: from }) },
        }),
      ),
    [matchId],
  );
  const match = sheets.value[matchId];

  async function restore(version: number): Promise<void> {
    const seen = sheets.value[matchId]?.version ?? 0;
    const drafts = draftsOf(matchId);
    try {
      const headers = { 'If-Match': `"${seen}"` };
      await keep(await answer(restoreVersion({ path: { matchId, version }, headers })));
      dropDrafts(drafts);
      said.value = say('restored');
      await read();
    } catch (error) {
      said.value = words(error);
    }
  }

  useFetched(() => Promise.all([load(matchId), loadMembers(matchId)]), [matchId]);

  return (
    <Screen title={say('journal')} note={say('journal_how')} back={address('m', matchId, 'hands')}>
      <p role="status">{said.value}</p>
      <ol class="lines">
        {match &&
          items.value?.map((entry) => (
            <li key={entry.version} class="journal">
              {entry.version < match.version && entry.hands.length + entry.adjustments.length > 0 ? (
                <details>
                  <summary>
                    <Entry match={match} entry={entry} />
                  </summary>
                  <Sure
                    isMild
                    label={say('back_to_here')}
                    question={say('back_to_here_sure')}
                    onSure={() => void restore(entry.version)}
                  />
                </details>
              ) : (
                <Entry match={match} entry={entry} />
              )}
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

function Entry({ match, entry }: { match: Match; entry: JournalEntry }) {
  const { action, at, deviceId } = entry;
  const member = members.value[match.matchId]?.find((one) => one.deviceId === deviceId);
  const when = new Date(at).toLocaleString(settings.value.language, {
    weekday: 'short',
    hour: 'numeric',
    minute: '2-digit',
  });
  return (
    <p>
      <b>{what(entry)}</b>
      {entry.adjustments.length > 0 && <small>{adjustmentsText(match, entry.adjustments)}</small>}
      <small class="note">
        {[when, ...(action === 'hands_checked' ? [] : [member ? phoneName(match, member) : say('phone_gone')])].join(
          ' · ',
        )}
      </small>
    </p>
  );
}

function what({ action, hand, hands }: JournalEntry): string {
  const wrote = hands.find((one) => one.number === hand && isChanged(one));
  const isWritten = action === 'hand_entered' || action === 'hand_changed';
  if (!wrote || !isWritten) return say(`action.${action}`, { hand: hand ?? 0 });
  return say('journal_wrote', { hand: wrote.number, what: whatChanged(wrote) });
}
