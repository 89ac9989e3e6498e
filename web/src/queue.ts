import { computed, signal } from '@preact/signals';
import { get, set } from 'idb-keyval';
import { v7 as uuid } from 'uuid';

import { sendCommands } from './client';
import type { Command, CommandAnswer } from './client/types.gen';
import { deliver, predecessor, type Refusal, type Wish } from './delivery';
import { signIn } from './device';
import { Refused, Unreachable, answer } from './server';

/** What waits on this phone, in the order in which it was done. */
export const waiting = signal<Command[]>([]);
export const refused = signal<Refusal[]>([]);
/** What has come in, but in no sheet yet: the sheet is another request, and may find no signal. */
export const unseen = signal<{ command: Command; version: number }[]>([]);
export const sending = signal(false);
/** How many hands and other entries wait because there was no way to the server. */
export const stuck = computed(() => (sending.value ? 0 : waiting.value.length));

type Listener = (command: Command, answered: CommandAnswer) => void;
const listeners = new Set<Listener>();

export function onAnswered(listener: Listener): void {
  listeners.add(listener);
}

export async function recallQueue(): Promise<void> {
  waiting.value = (await get<Command[]>('waiting')) ?? [];
  refused.value = (await get<Refusal[]>('refused')) ?? [];
  unseen.value = (await get<typeof unseen.value>('unseen')) ?? [];
}

/** Puts a command behind the others and sends what waits. It is kept before it is sent. */
export async function enqueue(wish: Wish): Promise<void> {
  // What this phone wrote just before counts as seen, so it is no conflict with itself, also where
  // it has come in and the sheet with it has not come back.
  const come = unseen.value.map(({ command }) => command);
  const before = wish.kind === 'open_match' ? undefined : predecessor(wish, [...come, ...waiting.value]);
  const after = before ? { after: before.commandId } : {};
  const command = { ...wish, ...after, commandId: uuid() } as Command;
  waiting.value = [...waiting.value, command];
  await set('waiting', waiting.value);
  await send();
}

/** Whether the server can know a match: one that was opened without signal waits with the rest. */
export function isOpened(matchId: string): boolean {
  return !waiting.value.some((command) => command.kind === 'open_match' && command.matchId === matchId);
}

/** Forgets what a sheet of this version has in it. */
export async function see(matchId: string, version: number): Promise<void> {
  const left = unseen.value.filter((one) => one.command.matchId !== matchId || one.version > version);
  if (left.length === unseen.value.length) return;
  unseen.value = left;
  await set('unseen', left);
}

/** Forgets what was refused, once the table has said what shall be, and sends what waited for that. */
export async function settle(...settled: Command[]): Promise<void> {
  const ids = settled.map(({ commandId }) => commandId);
  refused.value = refused.value.filter(({ command }) => !ids.includes(command.commandId));
  await set('refused', refused.value);
  await send();
}

let again: ReturnType<typeof setTimeout> | undefined;

/** Sends what waits, one round at a time; where the server is out of reach it stays. */
export async function send(): Promise<void> {
  if (sending.value || waiting.value.length === 0) return;
  sending.value = true;
  clearTimeout(again);
  try {
    while (waiting.value.length > 0) {
      await signIn();
      // A queue has a limit to its length; what is left over goes in the next round.
      const commands = waiting.value.slice(0, 50);
      const { items } = await answer(sendCommands({ body: { commands } }));
      const before = waiting.value;
      await take(items);
      const later = items.find(({ retryAfter }) => retryAfter !== null);
      if (later?.retryAfter) {
        again = setTimeout(send, later.retryAfter * 1000);
        break;
      }
      // All that is left waits until the table has settled an earlier hand.
      if (before.length === waiting.value.length && before.every((one, at) => one === waiting.value[at])) break;
    }
  } catch (error) {
    if (!(error instanceof Unreachable) && !(error instanceof Refused)) throw error;
    again = setTimeout(send, 5_000);
  } finally {
    sending.value = false;
  }
}

async function take(items: CommandAnswer[]): Promise<void> {
  const { left, refused: no, done } = deliver(waiting.value, refused.value, items);
  const come = done.flatMap(([command, { outcome, version }]) =>
    outcome !== 'refused' && version !== null ? [{ command, version }] : [],
  );
  unseen.value = [...unseen.value, ...come];
  waiting.value = left;
  refused.value = no;
  await Promise.all([set('unseen', unseen.value), set('waiting', left), set('refused', no)]);
  for (const [command, item] of done) for (const listener of listeners) listener(command, item);
}

addEventListener('online', () => void send());
