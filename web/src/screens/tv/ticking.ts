import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';

/** The time, told anew every so many milliseconds. */
export function useNow(every: number): Date {
  const now = useSignal(new Date());
  useEffect(() => {
    const timer = setInterval(() => (now.value = new Date()), every);
    return () => clearInterval(timer);
  }, [every]);
  return now.value;
}

const TURN = 12_000;
const NARROW = matchMedia('(max-width: 900px)');

/** One page of what does not fit on the screen; the next comes by itself. A phone scrolls instead. */
export function usePages<T>(all: readonly T[], size: number): { page: readonly T[]; at: number; pages: number } {
  const now = useNow(TURN);
  const isNarrow = useSignal(NARROW.matches);
  useEffect(() => {
    const turned = () => (isNarrow.value = NARROW.matches);
    NARROW.addEventListener('change', turned);
    return () => NARROW.removeEventListener('change', turned);
  }, []);
  if (isNarrow.value) return { page: all, at: 0, pages: 1 };
  const pages = Math.max(1, Math.ceil(all.length / size));
  const at = Math.floor(now.getTime() / TURN) % pages;
  return { page: all.slice(at * size, (at + 1) * size), at, pages };
}

const LIT = 3_000;

/** Whether what this text says has just changed. */
export function useLit(text: string): boolean {
  const lit = useSignal(false);
  const before = useRef(text);
  useEffect(() => {
    if (before.current === text) return undefined;
    before.current = text;
    lit.value = true;
    const timer = setTimeout(() => (lit.value = false), LIT);
    return () => clearTimeout(timer);
  }, [text]);
  return lit.value;
}
