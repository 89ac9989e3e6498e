import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

import { previewHand } from 'pitchkeeper-client';
import type { HandPreview, HandRecord, Match } from 'pitchkeeper-client';
import { isOpened } from '../queue';
import { Refused, Unreachable, answer } from '../server';

/** What saving a record would do; undefined where the server does not say. */
export async function foresee(
  match: Match,
  number: number,
  record: HandRecord,
  signal?: AbortSignal,
): Promise<HandPreview | undefined> {
  if (!isOpened(match.matchId)) return undefined;
  try {
    const path = { matchId: match.matchId, number };
    return await answer(previewHand({ path, body: record, ...(signal ? { signal } : {}) }));
  } catch (error) {
    // What is refused is said when it is saved; without signal the phone adds up itself.
    if (error instanceof Refused || error instanceof Unreachable) return undefined;
    throw error;
  }
}

/** Asks the server what saving would do, a moment after the last tap. */
export function useForesight(match: Match, number: number, record: HandRecord) {
  const preview = useSignal<HandPreview | undefined>(undefined);
  const told = JSON.stringify(record);
  useEffect(() => {
    preview.value = undefined;
    const ending = new AbortController();
    // A server that had no time to prove it tells what it knows, and when to ask again.
    const ask = async () => {
      const found = await foresee(match, number, record, ending.signal);
      if (ending.signal.aborted) return;
      preview.value = found;
      if (found?.askAgainAfter) timer = setTimeout(ask, found.askAgainAfter * 1000);
    };
    let timer = setTimeout(ask, 200);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [told, match.version]);
  return preview;
}
