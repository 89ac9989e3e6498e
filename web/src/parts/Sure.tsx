import { useSignal } from '@preact/signals';

import { say } from '../wording';
import { ignoreTaps } from './tapGuard';

interface Props {
  /** What the button says, and what it then asks. */
  label: string;
  question: string;
  /** Whether it can be undone afterwards, so that nothing is red about it. */
  isMild?: boolean;
  onSure: () => void;
}

/** A button for what cannot be taken back: it asks once more, in its own place. */
export function Sure({ label, question, isMild = false, onSure }: Props) {
  const asked = useSignal(false);
  const danger = isMild ? '' : ' danger';
  if (!asked.value) {
    return (
      <button
        class={`quiet${danger}`}
        onClick={() => {
          ignoreTaps();
          asked.value = true;
        }}
      >
        {label}
      </button>
    );
  }
  return (
    <div class="box" role="group" aria-label={question}>
      <p role="alert">{question}</p>
      <div class="pair">
        <button
          class={`plain${danger}`}
          onClick={() => {
            asked.value = false;
            onSure();
          }}
        >
          {label}
        </button>
        <button class="plain" onClick={() => (asked.value = false)}>
          {say('leave_it')}
        </button>
      </div>
    </div>
  );
}
