import { expect, test } from 'vitest';

import type { RulesetListItem } from 'pitchkeeper-client';
import { type Filter, fits, gameOf } from './filtering';

const game = (changed: Partial<RulesetListItem>) =>
  ({ players: [4], sides: ['partners_across'], points: 4, target: 11, ...changed }) as RulesetListItem;
const any: Filter = { players: 0, end: 'any', with: 'any' };

test('games are told apart by what a hand pays and by how one comes by a partner', () => {
  expect(gameOf(game({}))).toBe('four');
  expect(gameOf(game({ points: 10 }))).toBe('ten');
  expect(gameOf(game({ points: 10, sides: ['called_partner'] }))).toBe('called');
  expect(gameOf(game({ points: 14 }))).toBe('other');
});

test('a filter leaves the games that fit in every way', () => {
  expect(fits(game({}), any)).toBe(true);
  expect(fits(game({ players: [2, 3] }), { ...any, players: 4 })).toBe(false);
  expect(fits(game({ target: 21 }), { ...any, end: 'short' })).toBe(false);
  expect(fits(game({ target: 21 }), { ...any, end: 'medium' })).toBe(true);
  // A match over a fixed number of hands has no score to reach.
  expect(fits(game({ target: null }), { ...any, end: 'long' })).toBe(true);
  expect(fits(game({ sides: ['individuals', 'partners_across'] }), { ...any, with: 'partners' })).toBe(true);
  expect(fits(game({ sides: ['called_partner'] }), { ...any, with: 'partners' })).toBe(false);
});
