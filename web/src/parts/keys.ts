import { useEffect } from 'preact/hooks';

/** What keys do on a screen, where nobody is typing into a field. */
export function useKeys(press: (key: string) => boolean): void {
  useEffect(() => {
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
