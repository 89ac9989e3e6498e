import { signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';

import { getScoreboard } from 'pitchkeeper-client';
import type { Scoreboard } from 'pitchkeeper-client';

const EVERY = 5_000;

/** What a public link shows now, and since when nothing was heard of it. */
export interface Shown {
  board?: Scoreboard;
  heardAt: Date;
  isCut: boolean;
  /** The link leads nowhere: coming back will not help. */
  isGone: boolean;
}

/** Follows a scoreboard: asked for every few seconds, answered in no bytes while nothing changes. */
export function useScoreboard(secret: string): Shown {
  const shown = useMemo(() => signal<Shown>({ heardAt: new Date(), isCut: false, isGone: false }), [secret]);
  useEffect(() => {
    let tag = '';
    let timer = 0;
    const ending = new AbortController();
    async function look(): Promise<void> {
      const got = await getScoreboard({
        path: { secret },
        headers: tag ? { 'If-None-Match': tag } : {},
        signal: ending.signal,
      }).catch(() => undefined);
      if (ending.signal.aborted) return;
      const status = got?.response?.status ?? 0;
      const is = { ...shown.value, isCut: ![200, 304, 404].includes(status), isGone: status === 404 };
      if (status === 200 || status === 304) is.heardAt = new Date();
      if (status === 200 && got?.data) {
        is.board = got.data;
        tag = got.response?.headers.get('etag') ?? '';
      }
      shown.value = is;
      timer = window.setTimeout(() => void look(), EVERY);
    }
    void look();
    return () => {
      ending.abort();
      clearTimeout(timer);
    };
  }, [secret]);
  return shown.value;
}
