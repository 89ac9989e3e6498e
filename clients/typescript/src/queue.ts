import { v7 as uuid } from 'uuid';

import type { Client } from './client/client/index.ts';
import { sendCommands, type Command, type CommandAnswer } from './client/index.ts';
import { answer, Refused, Unreachable } from './connection.ts';
import { deliver, predecessor, type Refusal, type Wish } from './delivery.ts';

/** Where a queue is kept, so that it outlives the app: IndexedDB, a file. */
export interface QueueStorage {
  get<T>(name: string): Promise<T | undefined>;
  set(name: string, value: unknown): Promise<void>;
}

export interface QueueState {
  /** Commands that wait on this device, in the order in which they were made. */
  waiting: Command[];
  /** Commands that the server refused, until they are settled. */
  refused: Refusal[];
  /** Commands that have come in, but are in no sheet that was seen: the sheet is another request. */
  unseen: { command: Command; version: number }[];
  isSending: boolean;
}

interface Options {
  storage: QueueStorage;
  /** Send some commands and return their answers, in any order. */
  send(commands: Command[]): Promise<CommandAnswer[]>;
  onChange?(state: QueueState): void;
  onAnswered?(command: Command, answered: CommandAnswer): void;
}

/** The most commands that one request may have. */
const MOST = 50;
const PAUSE_MS = 5_000;

/** Return a `send` for a queue. */
export const sendBy =
  (client: Client) =>
  async (commands: Command[]): Promise<CommandAnswer[]> =>
    (await answer(sendCommands({ client, body: { commands } }))).items;

/** The commands of a device, in order: kept before they are sent, and sent until they are answered. */
export class CommandQueue {
  state: QueueState = { waiting: [], refused: [], unseen: [], isSending: false };
  readonly #options: Options;
  #again: ReturnType<typeof setTimeout> | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Take up what was kept when the app was closed. */
  async recall(): Promise<void> {
    const { storage } = this.#options;
    this.#change({
      waiting: (await storage.get<Command[]>('waiting')) ?? [],
      refused: (await storage.get<Refusal[]>('refused')) ?? [],
      unseen: (await storage.get<QueueState['unseen']>('unseen')) ?? [],
    });
  }

  /** Put a command behind the others, keep it, and send what waits. */
  async enqueue(wish: Wish): Promise<Command> {
    // What this device wrote just before counts as seen, so it is no conflict with itself, also
    // where it has come in and the sheet with it has not come back.
    const { unseen, waiting } = this.state;
    const earlier = [...unseen.map(({ command }) => command), ...waiting];
    const before = wish.kind === 'open_match' ? undefined : predecessor(wish, earlier);
    const after = before ? { after: before.commandId } : {};
    const command = { ...wish, ...after, commandId: uuid() } as Command;
    await this.#keep({ waiting: [...waiting, command] });
    await this.send();
    return command;
  }

  /** Return whether the server can know a match: one that was opened without signal waits with the rest. */
  isOpened(matchId: string): boolean {
    return !this.state.waiting.some((command) => command.kind === 'open_match' && command.matchId === matchId);
  }

  /** Forget what a sheet of this version has in it. */
  async see(matchId: string, version: number): Promise<void> {
    const unseen = this.state.unseen.filter((one) => one.command.matchId !== matchId || one.version > version);
    if (unseen.length < this.state.unseen.length) await this.#keep({ unseen });
  }

  /** Forget what was refused, once the table has said what shall be, and send what waited for that. */
  async settle(...settled: Command[]): Promise<void> {
    const ids = settled.map(({ commandId }) => commandId);
    await this.#keep({ refused: this.state.refused.filter(({ command }) => !ids.includes(command.commandId)) });
    await this.send();
  }

  /** Send what waits, one round at a time; what does not reach the server stays, and is sent again. */
  async send(): Promise<void> {
    if (this.state.isSending || this.state.waiting.length === 0) return;
    this.#change({ isSending: true });
    clearTimeout(this.#again);
    try {
      while (this.state.waiting.length > 0) {
        const items = await this.#options.send(this.state.waiting.slice(0, MOST));
        const before = this.state.waiting;
        await this.#take(items);
        const later = items.find(({ retryAfter }) => retryAfter !== null);
        if (later?.retryAfter) {
          this.#sendIn(later.retryAfter * 1000);
          break;
        }
        // All that is left waits until the table has settled an earlier hand.
        const { waiting } = this.state;
        if (before.length === waiting.length && before.every((one, at) => one === waiting[at])) break;
      }
    } catch (error) {
      if (!(error instanceof Unreachable) && !(error instanceof Refused)) throw error;
      this.#sendIn(PAUSE_MS);
    } finally {
      this.#change({ isSending: false });
    }
  }

  /** Stop sending again by itself. */
  close(): void {
    clearTimeout(this.#again);
  }

  #sendIn(milliseconds: number): void {
    this.#again = setTimeout(() => void this.send(), milliseconds);
  }

  async #take(items: CommandAnswer[]): Promise<void> {
    const { left, refused, done } = deliver(this.state.waiting, this.state.refused, items);
    const come = done.flatMap(([command, { outcome, version }]) =>
      outcome !== 'refused' && version !== null ? [{ command, version }] : [],
    );
    await this.#keep({ unseen: [...this.state.unseen, ...come], waiting: left, refused });
    for (const [command, item] of done) this.#options.onAnswered?.(command, item);
  }

  async #keep(part: Partial<QueueState>): Promise<void> {
    this.#change(part);
    await Promise.all(Object.entries(part).map(([name, value]) => this.#options.storage.set(name, value)));
  }

  #change(part: Partial<QueueState>): void {
    this.state = { ...this.state, ...part };
    this.#options.onChange?.(this.state);
  }
}
