import { previewHand } from 'pitchkeeper-client';
import type { HandPreview, HandRecord, Match } from 'pitchkeeper-client';
import { useFetched } from '../fetching';
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
  const { found } = useFetched(
    (ending) => foresee(match, number, record, ending),
    [JSON.stringify(record), match.version],
    {
      pause: 200,
      // A server that had no time to prove it tells what it knows, and when to ask again.
      again: (preview) => preview?.askAgainAfter,
    },
  );
  return found;
}
