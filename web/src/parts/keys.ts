import { useEffect } from 'preact/hooks';

/** What keys do on a screen, where nobody is typing into a field. */
export function useKeys(press: (key: string) => boolean): void {
  useEffect(() => {
    function pressed(event: KeyboardEvent): void {
      const isTyping = event.target instanceof HTMLElement && event.target.closest('input, select, textarea');
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
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

/** Arrow keys go through a group of choices. */
export function arrows(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const step = STEPS[event.key];
  if (!step) return;
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=radio]')];
  const at = all.indexOf(document.activeElement as HTMLElement);
  all[(at + step + all.length) % all.length]?.focus();
  event.preventDefault();
}
