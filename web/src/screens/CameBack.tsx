import '../styles/people.css';

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

import { recoverDevice, takeOverDevice } from '../client';
import { become } from '../device';
import { loadTables } from '../matches';
import { Screen } from '../parts/Screen';
import { address, leaveFor } from '../places';
import { answer, words } from '../server';
import { say } from '../wording';

const LENGTH = 16;
const letters = (typed: string) => typed.toUpperCase().replace(/[^0-9A-Z]/g, '').slice(0, LENGTH);
const grouped = (code: string) => code.replace(/(.{4})(?=.)/g, '$1 ');

/** A phone that is somebody's already: by the code that was written down, or from the old phone. */
export function CameBack({ code: given, isMove }: { code: string | undefined; isMove: boolean }) {
  const code = useSignal(letters(given ?? ''));
  const refused = useSignal('');

  async function comeBack(): Promise<void> {
    refused.value = '';
    try {
      const ask = isMove ? takeOverDevice : recoverDevice;
      await become(await answer(ask({ body: { code: code.value } })));
      await loadTables();
      leaveFor();
    } catch (error) {
      refused.value = words(error);
    }
  }
  // The picture on the old phone brings the whole code along, so there is nothing to press.
  useEffect(() => {
    if (isMove && code.value.length === LENGTH) void comeBack();
  }, [given]);

  return (
    <Screen
      title={say(isMove ? 'new_phone' : 'recovery')}
      back={address('phone')}
      foot={
        <footer class="foot">
          <button
            class="main"
            disabled={code.value.length < LENGTH}
            onClick={() => void comeBack()}
          >
            {say('come_back')}
          </button>
        </footer>
      }
    >
      <label class="field">
        <span class="lab">{say('sixteen_letters')}</span>
        <input
          class="figure"
          value={grouped(code.value)}
          autocapitalize="characters"
          autocomplete="off"
          onInput={({ currentTarget }) => (code.value = letters(currentTarget.value))}
        />
      </label>
      <p class="note">{say('come_back_how')}</p>
      {refused.value && <p role="alert">{refused.value}</p>}
    </Screen>
  );
}
