import { useSignal } from '@preact/signals';

import { say } from '../../wording';

interface Props {
  isCalledOff: boolean;
  /** Whether the night has a date, from which it can move on. */
  hasDate: boolean;
  callOff: (reason: string, moveTo: string) => void;
}

/** A night that is not held: why, and the day on which the league plays instead. */
export function CallingOff({ isCalledOff, hasDate, callOff }: Props) {
  const reason = useSignal('');
  const moveTo = useSignal('');
  if (isCalledOff) return null;
  return (
    <details class="box">
      <summary>{say('door.call_off')}</summary>
      <form
        class="pay"
        onSubmit={(event) => {
          event.preventDefault();
          if (reason.value.trim()) callOff(reason.value.trim(), moveTo.value);
        }}
      >
        <label class="field">
          <span class="lab">{say('why')}</span>
          <input
            value={reason.value}
            maxLength={200}
            onInput={({ currentTarget }) => (reason.value = currentTarget.value)}
          />
        </label>
        {hasDate && (
          <label class="field">
            <span class="lab">{say('door.move_to')}</span>
            <input
              type="date"
              value={moveTo.value}
              onInput={({ currentTarget }) => (moveTo.value = currentTarget.value)}
            />
          </label>
        )}
        <button class="plain danger" disabled={!reason.value.trim()}>
          {say('door.call_off')}
        </button>
      </form>
    </details>
  );
}
