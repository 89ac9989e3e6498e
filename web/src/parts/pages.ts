import { type Signal, useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';

import { Asked } from '../asked';
import { useAttempt, useFetched } from '../fetching';

interface Page<T> {
  items: T[];
  nextCursor: string | null;
}

interface Pages<T> {
  items: Signal<T[] | undefined>;
  /** Why there is no list, or no more of it. */
  said: Signal<string>;
  /** Begins anew. */
  read: () => Promise<void>;
  /** Goes on where the last page ended; nothing if that was the end. */
  more: (() => void) | undefined;
}

/**
 * A list that comes page by page, anew when an input changes; without anything to `ask` there is none.
 *
 * An answer to an earlier question than the last is dropped.
 */
export function usePages<T>(
  ask: ((cursor: string | undefined) => Promise<Page<T>>) | undefined,
  inputs: readonly unknown[],
  options: { pause?: number } = {},
): Pages<T> {
  const items = useSignal<T[] | undefined>(undefined);
  const cursor = useSignal<string | undefined>(undefined);
  const asked = useRef(new Asked());

  async function read(from?: string): Promise<void> {
    if (!ask) return;
    const isNewest = asked.current.begin();
    const page = await ask(from);
    if (!isNewest()) return;
    items.value = from === undefined ? page.items : [...(items.value ?? []), ...page.items];
    cursor.value = page.nextCursor ?? undefined;
  }

  const { said, attempt } = useAttempt(useFetched(() => read(), inputs, options));
  const next = cursor.value;
  return {
    items,
    said,
    read: () => read(),
    more: next === undefined ? undefined : () => void attempt(() => read(next)),
  };
}
