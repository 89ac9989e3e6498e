import type { Arrangement, Match, Rules, Table } from 'pitchkeeper-client';

/** The table that the rules have for so many players; the first of them where nobody says which. */
export function tableFor(rules: Rules, players: number, sides?: Arrangement): Table | undefined {
  return rules.tables.find((one) => one.players === players && (!sides || one.sides === sides));
}

/** The table of a match: its sheet tells who scores together only by how many sides there are. */
export function tableOf(rules: Rules, match: Match): Table | undefined {
  const { length: players } = match.players;
  const seated = rules.tables.filter((one) => one.players === players);
  return seated.find(({ sides }) => countSides(players, sides) === match.sides.length);
}

/** The partnerships of a match, as far as its sheet alone tells them; undefined where everybody scores alone. */
export function partnershipOf({ players, sides }: Pick<Match, 'players' | 'sides'>): Arrangement | undefined {
  if (players.length === 4 && sides.length === 2) return 'partners_across';
  if (players.length !== 6) return undefined;
  return sides.length === 2 ? 'two_threes' : sides.length === 3 ? 'three_pairs' : undefined;
}

export function countSides(players: number, sides: Arrangement | null | undefined): number {
  if (sides === 'partners_across' || sides === 'two_threes') return 2;
  return sides === 'three_pairs' ? 3 : players;
}

/** Which side somebody sits on; partners sit as far from each other as the table allows. */
export function sideOfSeat(seat: number, players: number, sides: Arrangement | null | undefined): number {
  return seat % countSides(players, sides);
}

/** The fewest and the most who can play. */
export function rangeOf(counts: readonly number[]): string {
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  return least === most ? String(most) : `${least}–${most}`;
}
