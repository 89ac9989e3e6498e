import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** What keys do on a screen, where nobody is typing into a field. */
export function useKeys(press: (key: string) => boolean): void {
  // At once: a key that is pressed as soon as a screen is seen is meant for it.
  useLayoutEffect(() => {
    function pressed(event: KeyboardEvent): void {
      const isTyping = event.target instanceof HTMLElement && event.target.closest('input, select, textarea');
      // A key that is held down says nothing of the next screen.
      const isHeld = event.repeat && event.key === 'Enter';
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping || isHeld) return;
      // A button with the focus keeps its own Enter and space.
      const own = event.target instanceof HTMLElement && event.target.closest('button, a, summary');
      if (own && (event.key === 'Enter' || event.key === ' ')) return;
      if (press(event.key)) event.preventDefault();
    }
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  });
}

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Return how far an arrow key goes in a row of choices, which begins on the right in some languages. */
export function stepOf(key: string): number | undefined {
  const isTurned = document.documentElement.dir === 'rtl' && /Left|Right/.test(key);
  return STEPS[key] && (isTurned ? -STEPS[key] : STEPS[key]);
}

/** Let Tab stop at one of several controls only. */
export function stopAt(all: readonly HTMLElement[], stop: HTMLElement | undefined): void {
  for (const one of all) one.tabIndex = one === stop ? 0 : -1;
}

interface Table<T> {
  ref: RefObject<T | null>;
  onFocusIn: (event: FocusEvent) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** Make the buttons in the rows of a table one stop for Tab: arrow keys go round in a row and in a column. */
export function useOneStop<T extends HTMLElement>(): Table<T> {
  const ref = useRef<T>(null);
  const last = useRef<HTMLElement | undefined>(undefined);
  const rows = () => [...ref.current!.querySelectorAll('[role=group]')].map((row) => [...row.children]);
  const buttons = (cells: (Element | undefined)[]) => cells.filter((cell) => cell instanceof HTMLButtonElement);
  function stop(): void {
    const all = buttons(rows().flat());
    stopAt(all, all.find((button) => button === last.current) ?? all[0]);
  }
  useLayoutEffect(stop);
  return {
    ref,
    onFocusIn({ target }) {
      last.current = target as HTMLElement;
      stop();
    },
    onKeyDown(event) {
      const by = stepOf(event.key);
      const here = event.target as HTMLButtonElement;
      const cells = rows();
      const row = cells.find((one) => one.includes(here));
      if (!by || !row) return;
      const column = row.indexOf(here);
      const line = buttons(/Left|Right/.test(event.key) ? row : cells.map((one) => one[column]));
      const at = line.indexOf(here);
      line[(at + by + line.length) % line.length]?.focus();
      event.preventDefault();
    },
  };
}
