import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

import { words } from './server';

interface Fetched<T> {
  /** The answer, once there is one. */
  found: Signal<T | undefined>;
  /** Why there is none. */
  said: Signal<string>;
}

interface Options<T> {
  /** Milliseconds to wait for more of what changes quickly. */
  pause?: number;
  /** Whether an answer stays until the next one is there. */
  stays?: boolean;
  /** The seconds after which an answer is to be asked for again. */
  again?: (answer: T) => number | null | undefined;
  /** What to say of what did not work. */
  tell?: (error: unknown) => string;
}

/**
 * Asks when an input changes, and ignores answers that come after that. `ask` returns undefined
 * where there is nothing to ask; it may also fill a store of its own.
 */
export function useFetched<T>(
  ask: (ending: AbortSignal) => Promise<T> | undefined,
  inputs: readonly unknown[],
  { pause = 0, stays = false, again, tell = words }: Options<T> = {},
): Fetched<T> {
  const found = useSignal<T | undefined>(undefined);
  const said = useSignal('');
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    let timer: ReturnType<typeof setTimeout> | undefined;
    if (!stays) found.value = undefined;
    said.value = '';
    async function fetch(): Promise<void> {
      try {
        const answer = await ask(signal);
        if (signal.aborted) return;
        found.value = answer;
        const seconds = answer && again?.(answer);
        if (seconds) timer = setTimeout(() => void fetch(), seconds * 1000);
      } catch (error) {
        if (!signal.aborted) said.value = tell(error);
      }
    }
    if (pause) timer = setTimeout(() => void fetch(), pause);
    else void fetch();
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, inputs);
  return { found, said };
}

export type Attempt = (what: () => Promise<unknown>) => Promise<void>;

/** Does what somebody pressed, and says it if that did not work, where a fetch may say so as well. */
export function useAttempt(of?: Fetched<unknown>): { said: Signal<string>; attempt: Attempt } {
  const own = useSignal('');
  const said = of?.said ?? own;
  async function attempt(what: () => Promise<unknown>): Promise<void> {
    said.value = '';
    try {
      await what();
    } catch (error) {
      said.value = words(error);
    }
  }
  return { said, attempt };
}
