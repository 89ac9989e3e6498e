import type { Match } from 'pitchkeeper-client';

/** A few letters for each side that tell it from the others: "A·T", or "An·T" beside another. */
export function initials(match: Match): string[] {
  for (let length = 1; length < 5; length += 1) {
    const all = match.sides.map(({ seats }) =>
      seats.map((seat) => [...(match.players[seat]?.name ?? '')].slice(0, length).join('')).join('·'),
    );
    if (new Set(all).size === all.length) return all;
  }
  return match.sides.map(({ side }) => String(side + 1));
}
