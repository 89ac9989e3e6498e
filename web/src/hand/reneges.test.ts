import { expect, test } from 'vitest';

import type { Hand, HandPreview, Match, Point, Remedy } from 'pitchkeeper-client';
import { asPlayed, pays, pointsTaken } from './reneges';

const MATCH = { sides: [{ side: 0 }, { side: 1 }] } as Match;
const HAND = { verdict: { pitchingSide: 0 } } as Hand;
const remedy = (changes: (number | null)[], more: Partial<Remedy>): Remedy =>
  ({
    changes: changes.map((change, side) => ({ side, change })),
    cannotBeSet: null,
    replacesHand: false,
    ...more,
  }) as Remedy;
const PLAYED = {
  verdict: { status: 'settled', made: true },
  consequences: { scoresBefore: [4, 2], scoresAfter: [7, 3] },
} as unknown as HandPreview;

test('a pitcher who reneged is set back, and the others score what they took', () => {
  expect(pays(remedy([-3, 1], { replacesHand: true }), HAND, MATCH, undefined)).toEqual({
    deltas: [-3, 1],
    made: false,
  });
});

test('a pitcher who did not renege cannot be set', () => {
  const spared = remedy([2, -3], { replacesHand: true, cannotBeSet: 0 });
  expect(pays(spared, HAND, MATCH, undefined)).toEqual({ deltas: [2, -3], made: true });
});

test('points lost come off what the hand paid as it was played', () => {
  expect(pays(remedy([0, -2], {}), HAND, MATCH, PLAYED)).toEqual({ deltas: [3, -1], made: true });
  expect(pays(remedy([], {}), HAND, MATCH, PLAYED)).toEqual({ deltas: [3, 1], made: true });
});

test('nothing is written while nobody has said what was taken', () => {
  expect(pays(remedy([-3, null], { replacesHand: true }), HAND, MATCH, undefined)).toBeUndefined();
  expect(pays(remedy([0, -2], {}), HAND, MATCH, undefined)).toBeUndefined();
});

test('points that are certain need not be typed', () => {
  const point = (side: number, state: string) => ({ side, state, worth: 1 }) as Point;
  expect(pointsTaken([point(0, 'certain'), point(1, 'certain'), point(0, 'certain')], MATCH)).toEqual([2, 1]);
  expect(pointsTaken([point(0, 'certain'), point(0, 'open')], MATCH)).toBeUndefined();
  expect(asPlayed({ dealer: 3, tricks: [{ cards: ['AS'] }] }, [2, 1])).toEqual({
    dealer: 3,
    claims: { taken: [2, 1] },
  });
});
