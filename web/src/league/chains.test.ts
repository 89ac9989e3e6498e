import { expect, test } from 'vitest';

import type { LeagueCommandAnswer, Problem, RecordResult } from 'pitchkeeper-client';
import { afterAnswers, chained } from './chains';

function result(commandId: string, fixture: number, more: Partial<RecordResult> = {}): RecordResult {
  return { kind: 'record_result', commandId, leagueId: 'L', fixture, body: { wins: [3, 0] }, ...more };
}

function answered(commandId: string, code?: string, retryAfter: number | null = null): LeagueCommandAnswer {
  const problem = code ? ({ code, detail: code } as Problem) : null;
  const outcome = code ? 'refused' : 'done';
  return { commandId, leagueId: 'L', fixture: 1, outcome, status: 200, version: 2, problem, retryAfter };
}

test('a result that is entered again follows the one that waits', () => {
  expect(chained(result('b', 1), [result('a', 1), result('x', 2)]).after).toBe('a');
  expect(chained(result('b', 3), [result('a', 1)]).after).toBeUndefined();
  expect(chained(result('b', 1), [result('a', 1, { leagueId: 'other' })]).after).toBeUndefined();
});

test('what is done is gone, what has to wait stays, what is refused is a question', () => {
  const waiting = [result('a', 1), result('b', 2), result('c', 3), result('d', 4)];
  const items = [answered('a'), answered('b', 'rate_limited', 3), answered('c', 'stale_league')];
  const { left, refused } = afterAnswers(waiting, items);
  expect(left.map(({ commandId }) => commandId)).toEqual(['b', 'd']);
  expect(refused.map(({ command }) => command.commandId)).toEqual(['c']);
});

test('a result that followed a refused one stands alone and keeps its id', () => {
  const waiting = [result('a', 1), result('b', 1, { after: 'a' })];
  const { left, refused } = afterAnswers(waiting, [answered('a', 'stale_league'), answered('b', 'command_missing')]);
  expect(left).toEqual([result('b', 1)]);
  // It was entered again, so nobody has to settle the first.
  expect(refused).toEqual([]);
});
