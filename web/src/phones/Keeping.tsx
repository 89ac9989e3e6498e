import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

import {
  createRecoveryCode,
  createTransfer,
  getDevice,
  renameDevice,
  revokeRecoveryCode,
} from '../client';
import type { RecoveryCode, Transfer } from '../client/types.gen';
import { Sure } from '../parts/Sure';
import { answer, words } from '../server';
import { say } from '../wording';

/** Whose phone this is, and how it comes back when it is lost or a new one is bought. */
export function Keeping() {
  const said = useSignal('');

  async function attempt(what: () => Promise<unknown>): Promise<void> {
    said.value = '';
    try {
      await what();
    } catch (error) {
      said.value = words(error);
    }
  }

  return (
    <>
      {said.value && (
        <p role="alert" class="box">
          {said.value}
        </p>
      )}
      <PhoneName attempt={attempt} />
      <Recovery attempt={attempt} />
      <NewPhone attempt={attempt} />
    </>
  );
}

interface Props {
  attempt: (what: () => Promise<unknown>) => Promise<void>;
}

function PhoneName({ attempt }: Props) {
  const name = useSignal('');
  useEffect(() => {
    void attempt(async () => (name.value = (await answer(getDevice())).name ?? ''));
  }, []);
  return (
    <label class="field">
      <span class="lab">{say('phone_name')}</span>
      <input
        value={name.value}
        maxLength={40}
        autocomplete="off"
        onChange={({ currentTarget }) =>
          void attempt(() => {
            name.value = currentTarget.value.trim();
            return answer(renameDevice({ body: { name: name.value || null } }));
          })
        }
      />
      <small class="note">{say('phone_name_how')}</small>
    </label>
  );
}

function Recovery({ attempt }: Props) {
  const made = useSignal<RecoveryCode | undefined>(undefined);
  return (
    <section class="box keeping" aria-labelledby="recovery">
      <h2 class="lab" id="recovery">
        {say('recovery')}
      </h2>
      {made.value ? (
        <>
          <p class="figure code">{made.value.code.replaceAll('-', ' ')}</p>
          <p role="status">{say('write_it_down')}</p>
          <Sure
            label={say('recovery_end')}
            question={say('recovery_end_sure')}
            onSure={() =>
              void attempt(async () => {
                await answer(revokeRecoveryCode());
                made.value = undefined;
              })
            }
          />
        </>
      ) : (
        <>
          <p>{say('recovery_how')}</p>
          <button
            class="plain"
            onClick={() => void attempt(async () => (made.value = await answer(createRecoveryCode())))}
          >
            {say('recovery_make')}
          </button>
        </>
      )}
    </section>
  );
}

function NewPhone({ attempt }: Props) {
  const made = useSignal<Transfer | undefined>(undefined);
  const picture = useSignal('');
  useEffect(() => {
    if (!made.value) return;
    const source = URL.createObjectURL(new Blob([made.value.qrSvg], { type: 'image/svg+xml' }));
    picture.value = source;
    return () => URL.revokeObjectURL(source);
  }, [made.value]);
  return (
    <section class="box keeping" aria-labelledby="transfer">
      <h2 class="lab" id="transfer">
        {say('new_phone')}
      </h2>
      {made.value ? (
        <>
          <div class="paper">{picture.value && <img src={picture.value} alt={say('qr_of_phone')} />}</div>
          <p class="figure code">{made.value.code.replaceAll('-', ' ')}</p>
          <p role="status">{say('new_phone_there')}</p>
        </>
      ) : (
        <button
          class="plain"
          onClick={() => void attempt(async () => (made.value = await answer(createTransfer())))}
        >
          {say('new_phone')}
        </button>
      )}
    </section>
  );
}
