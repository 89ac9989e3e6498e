import { computed, signal } from '@preact/signals';
import { get, set } from 'idb-keyval';
import { CommandQueue, sendCommands, type Command, type CommandAnswer, type Wish } from 'pitchkeeper-client';

import { signIn } from './device';
import { answer } from './server';

type Listener = (command: Command, answered: CommandAnswer) => void;
const listeners = new Set<Listener>();

const queue = new CommandQueue({
  storage: { get, set },
  async send(commands) {
    await signIn();
    return (await answer(sendCommands({ body: { commands } }))).items;
  },
  onChange: (now) => (state.value = now),
  onAnswered: (command, answered) => {
    for (const listener of listeners) listener(command, answered);
  },
});
const state = signal(queue.state);

export const waiting = computed(() => state.value.waiting);
export const refused = computed(() => state.value.refused);
export const unseen = computed(() => state.value.unseen);
/** How many hands and other entries wait because there was no way to the server. */
export const stuck = computed(() => (state.value.isSending ? 0 : state.value.waiting.length));

export const recallQueue = () => queue.recall();
export const enqueue = (wish: Wish) => queue.enqueue(wish);
export const isOpened = (matchId: string) => queue.isOpened(matchId);
export const see = (matchId: string, version: number) => queue.see(matchId, version);
export const settle = (...settled: Command[]) => queue.settle(...settled);
export const send = () => queue.send();

export function onAnswered(listener: Listener): void {
  listeners.add(listener);
}

addEventListener('online', () => void send());
