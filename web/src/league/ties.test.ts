import type { League, Standings } from 'pitchkeeper-client';
import { expect, test } from 'vitest';

import { tiedForFinal } from './ties';

const league = {
  entrants: [1, 2, 3, 4].map((number) => ({ number, untilNight: number === 4 ? 1 : null })),
  format: { finalNight: 'knock_out', finals: { places: 2 }, groups: 1, nights: 3 },
  nextNight: 3,
} as unknown as League;

const standings = (ranks: number[], playOffs: [number, number][] = [], seed: number | null = null) =>
  ({
    left: 0,
    rows: ranks.map((rank, at) => ({ entrant: at + 1, rank, group: null, groupRank: null, seed })),
    playOffs: playOffs.map(([winner, loser]) => ({ winner, loser, cancelled: null })),
  }) as unknown as Standings;

const tied = (found: Standings, where = league) =>
  tiedForFinal(where, found).map((group) => group.map(({ entrant }) => entrant));

test('who is tied for the last place of the final plays off until wins part them', () => {
  expect(tied(standings([1, 2, 2, 4]))).toEqual([[2, 3]]);
  expect(tied(standings([1, 2, 2, 4], [[3, 2]]))).toEqual([]);
  expect(tied(standings([1, 1, 1, 4], [[3, 2]]))).toEqual([[1, 2, 3]]);
});

test('a tie that keeps nobody out needs no play-off', () => {
  expect(tied(standings([1, 1, 3, 4]))).toEqual([]);
  // Who has left does not take part in the final.
  expect(tied(standings([1, 2, 3, 2]))).toEqual([]);
});

test('once the final is drawn, or as long as nights are left before it, nobody plays off for it', () => {
  expect(tied(standings([1, 2, 2, 4], [], 1))).toEqual([]);
  expect(tied(standings([1, 2, 2, 4]), { ...league, nextNight: 2 })).toEqual([]);
});
