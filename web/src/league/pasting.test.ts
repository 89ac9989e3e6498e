import { expect, test } from 'vitest';

import { namesIn } from '../names';
import { entrantsIn } from './pasting';

const teams = (text: string, known: string[] = []) => entrantsIn(text, 2, known);

test('a line is a team, whatever stands between its players', () => {
  const text = 'Ann & Tom\nRay, Dolores\r\nCid\tDot\n\n4) Eve; Fay';
  expect(teams(text).map(({ entrant }) => entrant)).toEqual([
    { name: 'Ann & Tom', players: ['Ann', 'Tom'] },
    { name: 'Ray & Dolores', players: ['Ray', 'Dolores'] },
    { name: 'Cid & Dot', players: ['Cid', 'Dot'] },
    { name: 'Eve & Fay', players: ['Eve', 'Fay'] },
  ]);
});

test('a name before a colon, or one name more than a team has players, is what it is called', () => {
  const aces = { name: 'Aces', players: ['Ann', 'Tom'] };
  expect(teams('Aces: Ann, Tom')[0]?.entrant).toEqual(aces);
  expect(teams('Aces\tAnn\tTom')[0]?.entrant).toEqual(aces);
  // A full name has one space in it.
  expect(teams('Mary Ann & Tom Lee')[0]?.entrant?.players).toEqual(['Mary Ann', 'Tom Lee']);
});

test('what does not fit is told with the number of its line', () => {
  const lines = teams(`Aces: Ann, Tom\n\nBowers: Ray\nACES: Cid, Dot\nEve, eve\n${'x'.repeat(41)}, Fay`);
  expect(lines.map(({ number, fault }) => [number, fault])).toEqual([
    [1, undefined],
    [3, 'count'],
    [4, 'twice'],
    [5, 'twice'],
    [6, 'too_long'],
  ]);
  expect(teams('Aces: Cid, Dot', ['aces'])[0]?.fault).toBe('twice');
});

test('single players stand one a line or all in one', () => {
  expect(entrantsIn('Ann\nRay, Tom', 1, []).map(({ number, entrant }) => [number, entrant?.name])).toEqual([
    [1, 'Ann'],
    [2, 'Ray'],
    [2, 'Tom'],
  ]);
  expect(namesIn('Ann, Ray & Tom\nDolores')).toEqual(['Ann', 'Ray', 'Tom', 'Dolores']);
});
