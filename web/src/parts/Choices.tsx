import type { HTMLAttributes } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

import { stepOf, stopAt } from './keys';

interface RadiosProps extends HTMLAttributes<HTMLDivElement> {
  /** Choose as well what an arrow key goes to, by its position, where a choice leads nowhere else. */
  onStep?: (at: number) => void;
}

/** A radio group: one stop for Tab, at what is chosen or the first, and arrow keys go round in it. */
export function Radios({ onStep, ...rest }: RadiosProps) {
  const group = useRef<HTMLDivElement>(null);
  const radios = () => [...group.current!.querySelectorAll<HTMLElement>('[role=radio]')];
  useLayoutEffect(() => {
    const all = radios();
    stopAt(all, all.find((radio) => radio.getAttribute('aria-checked') === 'true') ?? all[0]);
  });

  function step(event: KeyboardEvent): void {
    const by = stepOf(event.key);
    const all = radios();
    // Scores are typed beside some choices.
    const from = all.indexOf(event.target as HTMLElement);
    if (!by || from < 0) return;
    const at = (from + by + all.length) % all.length;
    onStep?.(at);
    all[at]?.focus();
    event.preventDefault();
  }

  return <div {...rest} role="radiogroup" ref={group} onKeyDown={step} />;
}

interface Props<T extends string | number> {
  label: string;
  /** Whether the label is for screen readers only, where a heading says it already. */
  isLabelHidden?: boolean;
  choices: readonly { value: T; label: string }[];
  chosen: T;
  onChoose: (value: T) => void;
}

/** One of several, of which one is always chosen. */
export function Choices<T extends string | number>(props: Props<T>) {
  const { label, isLabelHidden = false, choices, chosen, onChoose } = props;
  return (
    <div class="choosing">
      {!isLabelHidden && (
        <p class="lab" aria-hidden="true">
          {label}
        </p>
      )}
      <Radios class="choices" aria-label={label} onStep={(at) => onChoose(choices[at]!.value)}>
        {choices.map(({ value, label: words }) => (
          <button class="plain" role="radio" aria-checked={value === chosen} onClick={() => onChoose(value)}>
            {words}
          </button>
        ))}
      </Radios>
    </div>
  );
}
