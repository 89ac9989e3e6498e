import { expect, test } from 'vitest';

import type { Command, CommandAnswer, Problem } from './client/index.ts';
import { deliver, predecessor, questionsOf, type Refusal } from './delivery.ts';

const MATCH = '01900000-0000-7000-8000-000000000000';
const id = (number: number) => `01900000-0000-7000-8000-00000000000${number}`;

const about = (at: number, number: number, after?: number) => ({
  commandId: id(at),
  matchId: MATCH,
  number,
  seenVersion: 1,
  ...(after === undefined ? {} : { after: id(after) }),
});
const CONTRACT = { pitcher: 0, bid: 'three' as const };

const bid = (at: number, number: number, after?: number): Command => ({
  ...about(at, number, after),
  kind: 'record_auction',
  body: { dealer: 3, contract: CONTRACT },
});
const hand = (at: number, number: number, after?: number): Command => ({
  ...about(at, number, after),
  kind: 'record_hand',
  body: { contract: CONTRACT },
});
const pile = (at: number, side: number, after?: number): Command => ({
  ...about(at, 1, after),
  kind: 'record_pile',
  side,
  body: { cards: ['AS'] },
});

const answered = (command: Command, code?: string, retryAfter: number | null = null): CommandAnswer =>
  ({
    commandId: command.commandId,
    matchId: command.matchId,
    outcome: code ? 'refused' : 'done',
    version: code ? null : 2,
    problem: code ? ({ code } as Problem) : null,
    retryAfter,
  }) as CommandAnswer;

const OFFLINE = [bid(1, 1), hand(2, 1, 1), bid(3, 2, 2), hand(4, 2, 3)];

test('a hand that another phone wrote too is refused alone, and the next hand keeps its own order', () => {
  const [first, ...others] = OFFLINE as [Command, ...Command[]];
  const once = deliver(
    OFFLINE,
    [],
    [answered(first, 'stale_match'), ...others.map((command) => answered(command, 'command_missing'))],
  );
  expect(once.left.map((command) => [command.commandId, 'after' in command ? command.after : undefined])).toEqual([
    [id(2), undefined],
    [id(3), id(2)],
    [id(4), id(3)],
  ]);
  // The bid is no question of its own: the whole hand goes after it.
  expect(once.refused).toEqual([]);

  const [whole, ...later] = once.left as [Command, ...Command[]];
  const twice = deliver(once.left, once.refused, [
    answered(whole, 'stale_match'),
    ...later.map((command) => answered(command, 'command_missing')),
  ]);
  expect(twice.refused.map(({ command }) => command.commandId)).toEqual([id(2)]);
  expect(twice.left.map((command) => ('after' in command ? command.after : undefined))).toEqual([undefined, id(3)]);

  const [its, last] = twice.left as [Command, Command];
  const thrice = deliver(twice.left, twice.refused, [answered(its), answered(last)]);
  expect(thrice.left).toEqual([]);
  expect(thrice.refused.map(({ command }) => command.commandId)).toEqual([id(2)]);
});

test('what followed a refused command follows the last one that came in before it', () => {
  const [auction, ours, theirs] = [bid(1, 1), pile(2, 0, 1), pile(3, 1, 2)];
  const { left } = deliver(
    [auction, ours, theirs],
    [],
    [answered(auction), answered(ours, 'stale_match'), answered(theirs, 'command_missing')],
  );
  expect(left).toEqual([{ ...theirs, after: id(1) }]);
});

test('what was not sent yet does not follow a command that was refused', () => {
  const [first, next] = [hand(1, 1), bid(2, 2, 1)];
  const { left } = deliver([first, next], [], [answered(first, 'stale_match')]);
  expect(left).toEqual([{ ...next, after: undefined }]);
  expect('after' in left[0]!).toBe(false);
});

test('a command whose predecessor nobody knows any more is sent by itself', () => {
  const { left } = deliver([hand(2, 1, 1)], [], [answered(hand(2, 1, 1), 'command_missing')]);
  expect('after' in left[0]!).toBe(false);
});

test('a hand has to wait while the one before it is still a question', () => {
  const [first, next] = [hand(1, 1), hand(2, 2)];
  const both = deliver([first, next], [], [answered(first, 'stale_match'), answered(next, 'hand_out_of_order')]);
  expect(both.left).toEqual([next]);
  expect(both.refused.map(({ command }) => command)).toEqual([first]);
  const settled = deliver(both.left, [], [answered(next, 'hand_out_of_order')]);
  expect(settled.left).toEqual([]);
  expect(settled.refused).toHaveLength(1);
});

test('only the last word on a hand is a question; the pile of another side is its own', () => {
  const all = [pile(1, 0), pile(2, 1), pile(3, 0)];
  const { refused } = deliver(
    all,
    [],
    all.map((command) => answered(command, 'stale_match')),
  );
  expect(refused.map(({ command }) => command.commandId)).toEqual([id(2), id(3)]);
});

test('what the server is too busy for stays as it is', () => {
  const { left, done } = deliver(
    OFFLINE,
    [],
    OFFLINE.map((command) => answered(command, 'rate_limited', 3)),
  );
  expect(left).toEqual(OFFLINE);
  expect(done).toEqual([]);
});

test('a command follows what this phone wrote of the same part, not what it wrote beside it', () => {
  const earlier = [bid(1, 1), pile(2, 0), pile(3, 1), bid(4, 2)];
  const follows = ({ commandId: _, ...wish }: Command) => predecessor(wish, earlier)?.commandId;
  // Points may stand on what another phone says of the bid, so the bid of this one is none of theirs.
  expect(follows({ ...about(9, 1), kind: 'record_claims', body: {} })).toBeUndefined();
  expect(follows(pile(9, 0))).toBe(id(2));
  expect(follows(hand(9, 1))).toBe(id(3));
  expect(follows(hand(9, 3))).toBeUndefined();
  const open = { kind: 'open_match', commandId: id(0), matchId: MATCH, body: {} } as unknown as Command;
  expect(predecessor(hand(9, 3), [open, ...earlier])?.commandId).toBe(id(0));
  expect(predecessor({ ...hand(9, 1), matchId: id(7) }, [open, ...earlier])).toBeUndefined();
});

test('a hand has to wait while the one before it is still to be sent', () => {
  const [first, next] = [hand(1, 1), hand(2, 2)];
  const { left, done } = deliver(
    [first, next],
    [],
    [answered(first, 'match_busy', 3), answered(next, 'hand_out_of_order')],
  );
  expect(left).toEqual([first, next]);
  expect(done).toEqual([]);
});

test('two phones that differ about a bid and a pile of one hand differ in one question', () => {
  const refuse = (command: Command, conflict?: number) =>
    ({ command, problem: { conflict: conflict === undefined ? null : { hand: conflict } } }) as Refusal;
  const [auction, own, other, late] = [
    refuse(bid(1, 1), 1),
    refuse(pile(2, 0), 1),
    refuse(hand(3, 2), 2),
    refuse(bid(4, 1)),
  ];
  expect(questionsOf(MATCH, [auction, other, own, late])).toEqual([[auction, own], [other], [late]]);
});
