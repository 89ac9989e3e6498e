import { expect, test } from 'vitest';

import type { Match, Rules } from 'pitchkeeper-client';
import { listedWhole, ownPiles, put, recounted } from './piles';

const MATCH = {
  players: [0, 1, 2, 3].map((seat) => ({ seat, side: seat % 2 })),
  sides: [{ side: 0 }, { side: 1 }],
} as unknown as Match;
const RULES = {
  keep: 6,
  jokers: 0,
  offCards: [],
  jokerRank: 'apart',
  tables: [],
  pointValues: [{ point: 'game', worth: 1 }],
} as unknown as Rules;
const THEIRS = { side: 1, cards: ['TH', '2S'], listed: 'scoring' as const, trumps: 1 };

test('done says of the pile that was entered here that it is all, and nothing of the other', () => {
  const record = put({ trump: 'S' }, 'AS', 0);
  expect(listedWhole(record, RULES, MATCH, ownPiles(record, {})).piles).toEqual([
    { side: 0, cards: ['AS'], listed: 'scoring', trumps: 1 },
  ]);
});

test('the pile that another phone told stays as it told it', () => {
  const kept = { trump: 'S' as const, piles: [THEIRS] };
  const record = put(kept, 'AS', 0);
  expect(ownPiles(record, kept)).toEqual([0]);
  expect(listedWhole(record, RULES, MATCH, [0]).piles).toEqual([
    { side: 0, cards: ['AS'], listed: 'scoring', trumps: 1 },
    THEIRS,
  ]);
});

test('a card that is taken over from another pile changes both', () => {
  const kept = { trump: 'S' as const, piles: [THEIRS] };
  expect(ownPiles(put(kept, '2S', 0), kept)).toEqual([1, 0]);
});

test('a pile from which the last card was taken back is no pile', () => {
  expect(put(put({ trump: 'S' }, 'AS', 0), 'AS', undefined).piles).toEqual([]);
  // Unlike one of which a phone said that nothing in it counts.
  const nothing = { side: 1, cards: [], listed: 'scoring' as const, trumps: 0 };
  expect(put({ trump: 'S', piles: [nothing] }, 'AS', 0).piles).toContainEqual(nothing);
});

test('trumps are counted anew in a pile that was put together, and in no other', () => {
  const told = { side: 0, cards: ['AS'], listed: 'scoring' as const, trumps: 3 };
  const merged = { trump: 'S' as const, piles: [told, { ...THEIRS, cards: ['TH', '2S', '3S'] }] };
  expect(recounted(merged, [{ piles: [told] }], RULES, MATCH).piles?.map(({ trumps }) => trumps)).toEqual([3, 2]);
});
