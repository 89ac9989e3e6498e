import { expect, test } from 'vitest';

import type { Match, Rules } from 'pitchkeeper-client';
import { adjusted } from './adjusting';

const MATCH = { scores: [3, 1] } as Match;
const rules = (negativeScores: boolean) => ({ negativeScores }) as Rules;

test('points outside play are added to one side, or taken from it', () => {
  expect(adjusted(MATCH, rules(true), 0, 2)).toEqual([5, 1]);
  expect(adjusted(MATCH, rules(true), 1, -2)).toEqual([3, -1]);
  // A phone without its rules goes by what nearly all of them say.
  expect(adjusted(MATCH, undefined, 1, -2)).toEqual([3, -1]);
});

test('a penalty takes no score below zero where the rules let none fall so far', () => {
  expect(adjusted(MATCH, rules(false), 1, -2)).toEqual([3, 0]);
  expect(adjusted(MATCH, rules(false), 0, -2)).toEqual([1, 1]);
});
