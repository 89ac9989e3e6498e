import { expect, test } from 'vitest';

import { groupOf, tables } from './groups';

const row = (
  rank: number,
  group: number | null = null,
  groupRank: number | null = null,
  seed: number | null = null,
) => ({
  rank,
  group,
  groupRank,
  seed,
});

test('a league without groups has one table', () => {
  const rows = [row(1), row(2)];
  expect(tables(rows)).toEqual([{ group: undefined, rows }]);
});

test('before the final each group has its table, and then there is that of all too', () => {
  const rows = [row(1, 2, 1), row(2, 1, 1), row(3, 1, 2)];
  expect(tables(rows).map(({ group, rows }) => [group, rows.map(({ rank }) => rank)])).toEqual([
    [1, [2, 3]],
    [2, [1]],
  ]);
  const drawn = rows.map((each) => ({ ...each, seed: each.groupRank }));
  expect(tables(drawn).map(({ group }) => group)).toEqual([undefined, 1, 2]);
});

test('a team is in the group that was chosen, else in turn', () => {
  expect([1, 2, 3, 4].map((number) => groupOf({ number }, 2))).toEqual([1, 2, 1, 2]);
  expect(groupOf({ number: 1, group: 2 }, 2)).toBe(2);
  expect(groupOf({ number: 3, group: 5 }, 2)).toBe(1);
});
