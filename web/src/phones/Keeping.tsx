import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

import { createRecoveryCode, createTransfer, getDevice, renameDevice, revokeRecoveryCode } from 'pitchkeeper-client';
import type { Device, DeviceCode, RecoveryCode, Transfer } from 'pitchkeeper-client';
import { type Attempt, useAttempt, useFetched } from '../fetching';
import { Sure } from '../parts/Sure';
import { answer } from '../server';
import { settings } from '../settings';
import { say } from '../wording';
import { Drawing } from './QrCode';

/** Whose phone this is, and how it comes back when it is lost or a new one is bought. */
export function Keeping() {
  const device = useFetched(() => answer(getDevice()), []);
  const own = device.found;
  const { said, attempt } = useAttempt(device);
  return (
    <>
      {said.value && (
        <p role="alert" class="box">
          {said.value}
        </p>
      )}
      <PhoneName own={own.value} attempt={attempt} />
      <Recovery own={own.value} attempt={attempt} />
      <NewPhone own={own.value} attempt={attempt} />
    </>
  );
}

interface Props {
  own: Device | undefined;
  attempt: Attempt;
}

function PhoneName({ own, attempt }: Props) {
  const name = useSignal('');
  useEffect(() => {
    name.value = own?.name ?? '';
  }, [own]);
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

function Recovery({ own, attempt }: Props) {
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
            label={say('end_invite')}
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
          <Noted own={own} kind="recovery" />
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

function NewPhone({ own, attempt }: Props) {
  const made = useSignal<Transfer | undefined>(undefined);
  return (
    <section class="box keeping" aria-labelledby="transfer">
      <h2 class="lab" id="transfer">
        {say('new_phone')}
      </h2>
      {made.value ? (
        <>
          <Drawing svg={made.value.qrSvg} alt={say('qr_of_phone')} />
          <p class="figure code">{made.value.code.replaceAll('-', ' ')}</p>
          <p role="status">{say('new_phone_there')}</p>
        </>
      ) : (
        <>
          <Noted own={own} kind="transfer" />
          <button class="plain" onClick={() => void attempt(async () => (made.value = await answer(createTransfer())))}>
            {say('new_phone')}
          </button>
        </>
      )}
    </section>
  );
}

/** When the last code of a kind was made or used: who did neither sees that somebody else did. */
function Noted({ own, kind }: { own: Device | undefined; kind: DeviceCode['kind'] }) {
  const code = own?.codes.find((one) => one.kind === kind);
  if (!code) return null;
  const at = new Date(code.usedAt ?? code.madeAt).toLocaleString(settings.value.language, {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  return <p class="note">{say(code.usedAt ? 'code_used' : 'code_made', { at })}</p>;
}
