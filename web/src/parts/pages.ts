import { useSignal } from '@preact/signals';

interface Page<T> {
  items: T[];
  nextCursor: string | null;
}

/** A list that comes page by page; `read` begins anew, or goes on where the last page ended. */
export function usePages<T>(ask: (cursor: string | undefined) => Promise<Page<T>>) {
  const items = useSignal<T[]>([]);
  const cursor = useSignal<string | undefined>(undefined);

  async function read(from?: string): Promise<void> {
    const page = await ask(from);
    items.value = from === undefined ? page.items : [...items.value, ...page.items];
    cursor.value = page.nextCursor ?? undefined;
  }

  return { items, cursor, read };
}
