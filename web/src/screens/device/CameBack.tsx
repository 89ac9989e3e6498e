import '../../styles/people.css';

import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { v7 as uuid } from 'uuid';

import { recoverDevice, takeOverDevice } from 'pitchkeeper-client';
import { become } from '../../device';
import { loadTables } from '../../matches';
import { Screen } from '../../parts/Screen';
import { address, leaveFor } from '../../places';
import { answer, words } from '../../server';
import { say } from '../../wording';

const LENGTH = 16;
const letters = (typed: string) =>
  typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .slice(0, LENGTH);
const grouped = (code: string) => code.replace(/(.{4})(?=.)/g, '$1 ');

/** A phone that is somebody's already: by the code that was written down, or from the old phone. */
export function CameBack({ code: given, isMove }: { code: string | undefined; isMove: boolean }) {
  const code = useSignal(letters(given ?? ''));
  const refused = useSignal('');
  // The code of the next time, once the one of this time is used up.
  const next = useSignal('');
  // One for each code that is tried, so that an answer that is lost is given again.
  const keys = useRef(new Map<string, string>());

  async function recover(): Promise<void> {
    const key = keys.current.get(code.value) ?? uuid();
    keys.current.set(code.value, key);
    const headers = { 'Idempotency-Key': key };
    const found = await answer(recoverDevice({ body: { code: code.value }, headers }));
    await become(found);
    next.value = found.recoveryCode;
    await loadTables();
  }

  async function takeOver(): Promise<void> {
    await become(await answer(takeOverDevice({ body: { code: code.value } })));
    await loadTables();
    leaveFor();
  }

  async function comeBack(): Promise<void> {
    refused.value = '';
    try {
      await (isMove ? takeOver() : recover());
    } catch (error) {
      refused.value = words(error);
    }
  }
  // The picture on the old phone brings the whole code along, so there is nothing to press.
  useEffect(() => {
    if (isMove && code.value.length === LENGTH) void comeBack();
  }, [given]);

  if (next.value) return <NextCode code={next.value} refused={refused.value} />;
  return (
    <Screen
      title={say(isMove ? 'new_phone' : 'recovery')}
      back={address('phone')}
      foot={
        <footer class="foot">
          <button class="main" disabled={code.value.length < LENGTH} onClick={() => void comeBack()}>
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

/** The code that was used is good no longer: the next one is shown this once. */
function NextCode({ code, refused }: { code: string; refused: string }) {
  return (
    <Screen
      title={say('recovery')}
      foot={
        <footer class="foot">
          <button class="main" onClick={() => leaveFor()}>
            {say('done')}
          </button>
        </footer>
      }
    >
      <section class="box keeping">
        <p>{say('recovery_next')}</p>
        <p class="figure code">{code.replaceAll('-', ' ')}</p>
        <p role="status">{say('write_it_down')}</p>
      </section>
      {refused && <p role="alert">{refused}</p>}
    </Screen>
  );
}
