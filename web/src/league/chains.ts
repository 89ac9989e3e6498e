import type { LeagueCommandAnswer, Problem, RecordResult } from 'pitchkeeper-client';

/** Return a result as following the last one of its matchup that waits: what that left counts as seen. */
export function chained(command: RecordResult, waiting: readonly RecordResult[]): RecordResult {
  const before = waiting.findLast(
    ({ leagueId, fixture }) => leagueId === command.leagueId && fixture === command.fixture,
  );
  return before ? { ...command, after: before.commandId } : command;
}

interface AfterAnswers {
  left: RecordResult[];
  refused: { command: RecordResult; problem: Problem }[];
}

/** Sort results that waited by the server's answers; one whose predecessor is gone follows none. */
export function afterAnswers(waiting: readonly RecordResult[], items: readonly LeagueCommandAnswer[]): AfterAnswers {
  const answers = new Map(items.map((item) => [item.commandId, item]));
  const left: RecordResult[] = [];
  const refused: AfterAnswers['refused'] = [];
  for (const command of waiting) {
    const item = answers.get(command.commandId);
    const problem = item?.problem;
    if (!item || item.retryAfter !== null || problem?.code === 'command_missing') left.push(command);
    else if (problem) refused.push({ command, problem });
  }
  const isLeft = (id: string | null | undefined) => left.some(({ commandId }) => commandId === id);
  const isRefused = (id: string | null | undefined) => refused.some(({ command }) => command.commandId === id);
  return {
    // The server compares commands without what they had seen, so one keeps its id.
    left: left.map((command) => {
      const isMissing = answers.get(command.commandId)?.problem?.code === 'command_missing';
      if (!isRefused(command.after) && !(isMissing && !isLeft(command.after))) return command;
      const { after: _, ...alone } = command;
      return alone;
    }),
    // A result that was entered again since is no question any more.
    refused: refused.filter(
      ({ command }) => !waiting.some((other) => other.commandId > command.commandId && isSame(other, command)),
    ),
  };
}

function isSame(one: RecordResult, other: RecordResult): boolean {
  return one.leagueId === other.leagueId && one.fixture === other.fixture;
}
