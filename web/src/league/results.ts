import { signal } from '@preact/signals';
import { get, set } from 'idb-keyval';
import { v7 as uuid } from 'uuid';

import { sendCommands } from 'pitchkeeper-client';
import type { LeagueCommandAnswer, Problem, RecordResult, Report } from 'pitchkeeper-client';
import { signIn } from '../device';
import { loadLeague } from '../leagues';
import { Refused, Unreachable, answer } from '../server';
import { afterAnswers, chained } from './chains';

/** Results that wait on this phone for a signal, in the order in which they were entered. */
export const waitingResults = signal<RecordResult[]>([]);
/** Results that the server refused, with why, until their matchup is entered again. */
export const refusedResults = signal<{ command: RecordResult; problem: Problem }[]>([]);

let isSending = false;
let again: ReturnType<typeof setTimeout> | undefined;

const recalled = recall();

async function recall(): Promise<void> {
  waitingResults.value = (await get<RecordResult[]>('waitingResults')) ?? [];
  refusedResults.value = (await get<typeof refusedResults.value>('refusedResults')) ?? [];
}

/** Keeps results until there is a signal; one that is entered again follows the one before it. */
export async function keepResults(leagueId: string, seenVersion: number, entered: Map<number, Report>): Promise<void> {
  await recalled;
  for (const [fixture, body] of entered) {
    const command = { kind: 'record_result' as const, commandId: uuid(), leagueId, fixture, seenVersion, body };
    waitingResults.value = [...waitingResults.value, chained(command, waitingResults.value)];
  }
  await forgetRefused(leagueId, entered.keys());
  await set('waitingResults', waitingResults.value);
  void sendResults();
}

/** Forgets that results of some matchups were refused, because they are entered again. */
export async function forgetRefused(leagueId: string, fixtures: Iterable<number>): Promise<void> {
  const numbers = new Set(fixtures);
  refusedResults.value = refusedResults.value.filter(
    ({ command }) => command.leagueId !== leagueId || !numbers.has(command.fixture),
  );
  await set('refusedResults', refusedResults.value);
}

/** Sends what waits; where the server is out of reach it stays. */
export async function sendResults(): Promise<void> {
  if (isSending || waitingResults.value.length === 0) return;
  isSending = true;
  clearTimeout(again);
  try {
    await signIn();
    const leagueCommands = waitingResults.value.slice(0, 50);
    const { leagueItems } = await answer(sendCommands({ body: { leagueCommands } }));
    await take(leagueItems);
    const later = leagueItems.find(({ retryAfter }) => retryAfter !== null)?.retryAfter;
    if (waitingResults.value.length > 0) again = setTimeout(sendResults, (later ?? 1) * 1000);
    for (const leagueId of new Set(leagueCommands.map((one) => one.leagueId))) {
      await loadLeague(leagueId).catch(() => undefined);
    }
  } catch (error) {
    if (!(error instanceof Unreachable) && !(error instanceof Refused)) throw error;
    again = setTimeout(sendResults, 5_000);
  } finally {
    isSending = false;
  }
}

async function take(items: LeagueCommandAnswer[]): Promise<void> {
  const { left, refused } = afterAnswers(waitingResults.value, items);
  waitingResults.value = left;
  refusedResults.value = [...refusedResults.value, ...refused];
  await Promise.all([set('waitingResults', left), set('refusedResults', refusedResults.value)]);
}

addEventListener('online', () => void sendResults());
void recalled.then(sendResults);
