import { client as common } from './client/client.gen.ts';
import type { Client } from './client/client/index.ts';
import { streamMatchEvents, type Match, type MatchEvent, type Problem, type SheetLines } from './client/index.ts';
import { pause, Refused } from './connection.ts';

interface Following {
  client?: Client;
  /** Ends the following. */
  signal?: AbortSignal;
  /** Called before a stream that broke is opened again. What it throws ends the following. */
  onBreak?(problem: Problem | undefined): unknown;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;

/**
 * Follow a match until it ends for good or `signal` says so. The first event has the whole sheet,
 * later ones the lines that changed (`withLines`). After a stream that breaks, or an event on which
 * `take` throws, the next stream begins with every change since, each once, and the whole sheet.
 */
export async function follow(
  matchId: string,
  take: (event: MatchEvent) => unknown,
  { client = common, signal = new AbortController().signal, onBreak = refuse }: Following = {},
): Promise<void> {
  let next = FIRST_PAUSE_MS;
  let taken: string | undefined;
  while (!signal.aborted) {
    let problem: Problem | undefined;
    let told = taken;
    try {
      const { stream } = await streamMatchEvents({
        client,
        path: { matchId },
        query: { sheet: 'changes' },
        ...(taken === undefined ? {} : { headers: { 'Last-Event-ID': taken } }),
        signal,
        sseMaxRetryAttempts: 1,
        onSseEvent: ({ id }) => {
          told = id ?? told;
        },
        // What reads the stream tells nothing of an answer that is none.
        fetch: async (input, init) => {
          const response = await (client.getConfig().fetch ?? fetch)(input, init);
          if (!response.ok) problem = await response.clone().json();
          return response;
        },
      });
      for await (const event of stream) {
        next = FIRST_PAUSE_MS;
        await take(event);
        taken = told;
        if (event.kind === 'ended') return;
      }
    } catch {
      // Whatever broke the stream, it is opened again.
    }
    if (signal.aborted) return;
    await pause(next);
    next = Math.min(next * 2, LONGEST_PAUSE_MS);
    await onBreak(problem);
  }
}

function refuse(problem: Problem | undefined): void {
  if (problem && problem.status < 500 && problem.status !== 429) throw new Refused(problem);
}

/** Return a sheet with the lines that changed; undefined if they change another one, so that it has to be read. */
export function withLines(sheet: Match | undefined, { since, lines, ...rest }: SheetLines): Match | undefined {
  if (sheet?.version !== since) return undefined;
  const all = new Map([...sheet.lines, ...lines].map((line) => [line.number, line]));
  const left = [...all.values()].filter(({ number }) => number < rest.nextHand);
  return { ...sheet, ...rest, lines: left.sort((one, other) => one.number - other.number) };
}
