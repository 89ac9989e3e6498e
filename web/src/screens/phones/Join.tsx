import '../../styles/people.css';

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

import { joinLeague, joinMatch } from 'pitchkeeper-client';
import { signIn } from '../../device';
import { keep } from '../../matches';
import { Screen } from '../../parts/Screen';
import { loadMembers } from '../../people';
import { address, leaveFor } from '../../places';
import { Refused, answer, words } from '../../server';
import { say } from '../../wording';

const LENGTH = 8;

/** What is meant by what was typed: in any case, with or without what stands between the groups. */
const letters = (typed: string) =>
  typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .slice(0, LENGTH);
const grouped = (code: string) => code.replace(/^(.{4})(.+)$/, '$1 $2');

/** In by a code: the one of the link, or the one that somebody reads aloud. */
export function Join({ code: given }: { code: string | undefined }) {
  const code = useSignal(letters(given ?? ''));
  const refused = useSignal('');
  const isJoining = useSignal(false);

  async function join(): Promise<void> {
    if (isJoining.value) return;
    isJoining.value = true;
    refused.value = '';
    try {
      leaveFor(...(await joined(code.value)));
    } catch (error) {
      refused.value = reason(error);
    } finally {
      isJoining.value = false;
    }
  }
  // The link brings the whole code along, so there is nothing to press.
  useEffect(() => {
    if (letters(given ?? '').length === LENGTH) void join();
  }, [given]);

  return (
    <Screen
      title={say('join')}
      back={address()}
      foot={
        <footer class="foot">
          <button class="main" disabled={code.value.length < LENGTH || isJoining.value} onClick={() => void join()}>
            {say(isJoining.value ? 'moment' : 'join')}
          </button>
        </footer>
      }
    >
      <form
        class="welcome"
        onSubmit={(event) => {
          event.preventDefault();
          if (code.value.length === LENGTH) void join();
        }}
      >
        <h2>{say('which_table')}</h2>
        <label class="field">
          <span class="lab">{say('code_of_table')}</span>
          <input
            class="code"
            value={grouped(code.value)}
            autocomplete="off"
            autocapitalize="characters"
            spellcheck={false}
            aria-describedby="code-how"
            onInput={(event) => {
              code.value = letters(event.currentTarget.value);
              event.currentTarget.value = grouped(code.value);
              refused.value = '';
              if (code.value.length === LENGTH) void join();
            }}
          />
        </label>
        {refused.value ? (
          <p role="alert" class="box">
            {refused.value}
          </p>
        ) : (
          <p class="note" id="code-how">
            {say('code_how')}
          </p>
        )}
      </form>
    </Screen>
  );
}

/** Where the code leads: to the seats of a match, or to a league. */
async function joined(code: string): Promise<string[]> {
  await signIn();
  try {
    const match = await answer(joinMatch({ body: { code } }));
    await keep(match);
    await loadMembers(match.matchId);
    return ['m', match.matchId, 'seat'];
  } catch (error) {
    if (!(error instanceof Refused) || error.problem.code !== 'invite_to_league') throw error;
    const league = await answer(joinLeague({ body: { code } }));
    return ['league', league.leagueId];
  }
}

function reason(error: unknown): string {
  const code = error instanceof Refused ? error.problem.code : '';
  if (code === 'invite_not_found') return say('no_such_code');
  if (code === 'rate_limited') return say('too_many_tries');
  return words(error);
}
