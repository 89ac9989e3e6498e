import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';

import { Asked } from '../asked';

interface Page<T> {
  items: T[];
  nextCursor: string | null;
}

/**
 * A list that comes page by page; `read` begins anew, or goes on where the last page ended.
 *
 * An answer to an earlier question than the last is dropped.
 */
export function usePages<T>(ask: (cursor: string | undefined) => Promise<Page<T>>) {
  const items = useSignal<T[] | undefined>(undefined);
  const cursor = useSignal<string | undefined>(undefined);
  const asked = useRef(new Asked());

  async function read(from?: string): Promise<void> {
    const isNewest = asked.current.begin();
    const page = await ask(from);
    if (!isNewest()) return;
    items.value = from === undefined ? page.items : [...(items.value ?? []), ...page.items];
    cursor.value = page.nextCursor ?? undefined;
  }

  return { items, cursor, read };
}
