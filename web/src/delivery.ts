import type { Command, CommandAnswer, Problem } from './client/types.gen';

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
    // The hand before it is a question still; once that is settled, this one has its place.
    else if (problem?.code === 'hand_out_of_order' && isAfterRefused(command, refused)) left.push(command);
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

function isAfterRefused(command: Command, refused: Refusal[]): boolean {
  return refused.some(
    ({ command: other }) =>
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
