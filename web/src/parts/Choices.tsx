import { useRef } from 'preact/hooks';

import { stepOf } from './keys';

interface Props<T extends string | number> {
  label: string;
  /** Whether the label is for screen readers only, where a heading says it already. */
  isLabelHidden?: boolean;
  choices: readonly { value: T; label: string }[];
  chosen: T;
  onChoose: (value: T) => void;
}

/** One of several: a radio group, which the arrow keys go round in. */
export function Choices<T extends string | number>(props: Props<T>) {
  const { label, isLabelHidden = false, choices, chosen, onChoose } = props;
  const group = useRef<HTMLDivElement>(null);

  function step(event: KeyboardEvent): void {
    const by = stepOf(event.key);
    if (by === undefined) return;
    event.preventDefault();
    const from = choices.findIndex(({ value }) => value === chosen);
    const at = (from + by + choices.length) % choices.length;
    const next = choices[at];
    if (!next) return;
    onChoose(next.value);
    group.current?.querySelectorAll<HTMLElement>('[role=radio]')[at]?.focus();
  }

  return (
    <div class="choosing">
      {!isLabelHidden && (
        <p class="lab" aria-hidden="true">
          {label}
        </p>
      )}
      <div class="choices" role="radiogroup" aria-label={label} ref={group} onKeyDown={step}>
        {choices.map(({ value, label: words }, at) => (
          <button
            class="plain"
            role="radio"
            aria-checked={value === chosen}
            tabIndex={value === chosen || (at === 0 && !choices.some((one) => one.value === chosen)) ? 0 : -1}
            onClick={() => onChoose(value)}
          >
            {words}
          </button>
        ))}
      </div>
    </div>
  );
}
