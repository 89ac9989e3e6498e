import type { Command, CommandAnswer, Problem } from './client/index.ts';

/** A command that the server refused, with why: a question for the table. */
export interface Refusal {
  command: Command;
  problem: Problem;
}

/** A queue after an answer of the server. */
export interface Delivery {
  /** Commands to send again, in their order. */
  left: Command[];
  refused: Refusal[];
  done: [Command, CommandAnswer][];
}

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
/** A command as a screen makes it; the queue gives it its id and what it comes after. */
export type Wish = Without<Command, 'commandId'>;

/**
 * Return the last earlier command of this phone that a new one builds on: the one that opened the
 * match, or that wrote the same part of the hand. What it left counts as seen, so it is no other
 * one: another phone may have written the rest of the hand meanwhile.
 */
export function predecessor(wish: Wish, earlier: Command[]): Command | undefined {
  return earlier.findLast((command) => command.matchId === wish.matchId && isBuiltOn(wish, command));
}

function isBuiltOn(wish: Wish, earlier: Command): boolean {
  const hands = handsOf(wish);
  if (earlier.kind === 'open_match' || hands.length === 0) return true;
  if (!handsOf(earlier).some((number) => hands.includes(number))) return false;
  const [part, other] = [partOf(wish), partOf(earlier)];
  return part === undefined || other === undefined || part === other;
}

function handsOf(command: Wish): number[] {
  if (command.kind === 'confirm_hands') return command.body.hands;
  return 'number' in command ? [command.number] : [];
}

/** The part of a hand that a command writes; undefined if it is about the whole. */
function partOf(command: Wish): string | undefined {
  if (command.kind === 'record_hand' || !command.kind.startsWith('record_')) return undefined;
  return 'side' in command ? `${command.kind} ${command.side}` : command.kind;
}

/** Sort the commands of a queue by the server's answers; `earlier` are refusals not settled yet. */
export function deliver(waiting: Command[], earlier: Refusal[], items: CommandAnswer[]): Delivery {
  const answers = new Map(items.map((item) => [item.commandId, item]));
  const refused = [...earlier];
  const left: Command[] = [];
  const done: Delivery['done'] = [];
  for (const command of waiting) {
    const item = answers.get(command.commandId);
    const problem = item?.problem;
    if (!item || item.retryAfter !== null) left.push(command);
    else if (problem?.code === 'command_missing') left.push(withoutMissing(command, left, refused));
    // The hand before it is a question or on its way still; once that is in, this one has its place.
    else if (
      problem?.code === 'hand_out_of_order' &&
      isAfterOpen(command, [...refused.map((refusal) => refusal.command), ...left])
    )
      left.push(command);
    else {
      done.push([command, item]);
      if (item.outcome === 'refused' && problem) refused.push({ command, problem });
    }
  }
  const later = [...refused.map(({ command }) => command), ...left, ...done.map(([command]) => command)];
  return {
    left: left.map((command) => relinked(command, refused)),
    refused: refused.filter(({ command }) => !later.some((other) => replaces(other, command))),
    done,
  };
}

/** Return the command as following the last one before it that was not refused. */
function relinked(command: Command, refused: Refusal[]): Command {
  if (!('after' in command)) return command;
  const before = refused.find((refusal) => refusal.command.commandId === command.after)?.command;
  if (!before) return command;
  // It keeps its id: the server compares commands without what they had seen.
  const { after: _, ...alone } = command;
  const after = 'after' in before ? before.after : undefined;
  return relinked(after ? { ...alone, after } : alone, refused);
}

/** Return the command without its predecessor, unless that is sent again or refused. */
function withoutMissing(command: Command, left: Command[], refused: Refusal[]): Command {
  if (!('after' in command)) return command;
  const known = [...left, ...refused.map((refusal) => refusal.command)];
  if (known.some(({ commandId }) => commandId === command.after)) return command;
  const { after: _, ...alone } = command;
  return alone;
}

/** Return the refusals of a match by the questions that they make: two phones differ once about a hand. */
export function questionsOf(matchId: string, refused: Refusal[]): Refusal[][] {
  const questions = new Map<string | number, Refusal[]>();
  for (const refusal of refused.filter(({ command }) => command.matchId === matchId)) {
    const name = refusal.problem.conflict?.hand ?? refusal.command.commandId;
    questions.set(name, [...(questions.get(name) ?? []), refusal]);
  }
  return [...questions.values()];
}

function isAfterOpen(command: Command, open: Command[]): boolean {
  return open.some(
    (other) =>
      other.matchId === command.matchId && 'number' in other && 'number' in command && other.number < command.number,
  );
}

/** Return whether a command enters again what an earlier one of the same hand entered. */
function replaces(later: Command, earlier: Command): boolean {
  if (later.commandId <= earlier.commandId || later.matchId !== earlier.matchId) return false;
  if (!('number' in later && 'number' in earlier) || later.number !== earlier.number) return false;
  if (!earlier.kind.startsWith('record_')) return false;
  if (later.kind === 'record_hand') return true;
  if (later.kind !== earlier.kind) return false;
  return !('side' in later && 'side' in earlier) || later.side === earlier.side;
}
