import type { HandRecord, Match, Rules } from 'pitchkeeper-client';
import { sideOf } from './points';
import { tableOf } from './tables';

/** Whether who pitches calls a card, whose holder plays with him. */
export function callsPartner(rules: Rules, match: Match): boolean {
  return tableOf(rules, match)?.sides === 'called_partner';
}

export const total = (rules: Rules) => rules.pointValues.reduce((sum, { worth }) => sum + worth, 0);

// A number is quicker than this many points one by one.
const FEW = 5;

/** Whether a hand can be said as one number: what the side of the pitcher took. */
export function isOneNumber(rules: Rules, match: Match): boolean {
  const hasTwo = match.sides.length === 2 || callsPartner(rules, match);
  return hasTwo && rules.pointValues.length > FEW;
}

/** What the side of the pitcher took, and what the others did. */
export function takenOf(record: HandRecord, rules: Rules, match: Match): (number | undefined)[] {
  const { taken, takenTogether } = record.claims ?? {};
  if (callsPartner(rules, match)) return [takenTogether?.[0] ?? undefined, takenTogether?.[1] ?? undefined];
  const own = record.contract ? sideOf(match, record.contract.pitcher) : 0;
  return [taken?.[own] ?? undefined, taken?.[1 - own] ?? undefined];
}

/** The record with what the side of the pitcher took (place 0), or the others (place 1). */
export function withTaken(
  record: HandRecord,
  rules: Rules,
  match: Match,
  place: number,
  points: number | undefined,
): HandRecord {
  const both = takenOf(record, rules, match);
  both[place] = points;
  // Where every point is always in play the others took the rest.
  if (rules.restTo !== 'nobody') both[1 - place] = points === undefined ? undefined : total(rules) - points;
  const [first = null, second = null] = both;
  const { points: _, taken: __, takenTogether: ___, ...claims } = record.claims ?? {};
  if (first === null && second === null) return { ...record, claims };
  if (callsPartner(rules, match)) return { ...record, claims: { ...claims, takenTogether: [first, second] } };
  const own = record.contract ? sideOf(match, record.contract.pitcher) : 0;
  return { ...record, claims: { ...claims, taken: own === 0 ? [first, second] : [second, first] } };
}
