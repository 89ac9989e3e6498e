import type { Ruleset, RulesetListItem } from 'pitchkeeper-client';

/** What a hand pays and who plays with whom: the kinds of games that people ask for. */
export type Game = 'four' | 'ten' | 'called' | 'other';
export const GAMES: readonly Game[] = ['four', 'ten', 'called', 'other'];

/** How far a match goes: to a score up to 11, up to 31, or further. */
export type End = 'any' | 'short' | 'medium' | 'long';
export const ENDS: readonly End[] = ['any', 'short', 'medium', 'long'];
const SHORT = 11;
const MEDIUM = 31;

/** Whom one plays with: partners for the match, nobody, or whoever holds a card that is called. */
export type With = 'any' | 'partners' | 'alone' | 'called';
export const WITHS: readonly With[] = ['any', 'partners', 'alone', 'called'];

export interface Filter {
  /** How many play; 0 if it does not matter. */
  players: number;
  end: End;
  with: With;
}

type Shape = Pick<RulesetListItem, 'players' | 'sides' | 'points' | 'target'>;

export function gameOf({ sides, points }: Shape): Game {
  if (sides.includes('called_partner')) return 'called';
  return points === 4 ? 'four' : points === 10 ? 'ten' : 'other';
}

export function fits({ players, sides, target }: Shape, filter: Filter): boolean {
  const end = target === null || target > MEDIUM ? 'long' : target > SHORT ? 'medium' : 'short';
  const ways: With[] = sides.map((one) =>
    one === 'called_partner' ? 'called' : one === 'individuals' ? 'alone' : 'partners',
  );
  return (
    (filter.players === 0 || players.includes(filter.players)) &&
    (filter.end === 'any' || filter.end === end) &&
    (filter.with === 'any' || ways.includes(filter.with))
  );
}

/** Return a rule set as it is listed; of one that was changed on this phone nobody said what it is like. */
export function listed({ id, hash, name, rules }: Ruleset): RulesetListItem {
  const players = [...new Set(rules.tables.map((table) => table.players))].sort((a, b) => a - b);
  const sides = [...new Set(rules.tables.map((table) => table.sides ?? 'individuals'))];
  const points = rules.pointValues.reduce((sum, { worth }) => sum + worth, 0);
  return { id, hash, name, document: '', about: '', players, sides, points, target: rules.target ?? null };
}
