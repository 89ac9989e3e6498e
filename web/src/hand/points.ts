import type { HandRecord, Match, PointClaim, PointName, Rules } from 'pitchkeeper-client';
import { bidNumber } from './bids';

/** Where a point went, as the table says it: to a side, to nobody, or not said yet. */
export type Whose = number | 'nobody' | undefined;

/** Points that can come to nobody: their card may not have been dealt, or the count be tied. */
export function mayBeNobody(point: PointName, rules: Rules): boolean {
  const dealtOut = rules.restTo !== 'nobody';
  if (point === 'game') return rules.gameTie === 'nobody';
  return !['high', 'low', 'last_trick'].includes(point) && !dealtOut;
}

export function whose(record: HandRecord, point: PointName): Whose {
  const claim = record.claims?.points?.find((one) => one.point === point);
  if (!claim) return undefined;
  if (claim.tied || claim.inPlay === false) return 'nobody';
  return claim.side ?? undefined;
}

/** The record with a point given to a side or to nobody, or taken back. */
export function give(record: HandRecord, point: PointName, to: Whose): HandRecord {
  const others = (record.claims?.points ?? []).filter((claim) => claim.point !== point);
  const points = to === undefined ? others : [...others, claimed(point, to)];
  return { ...record, claims: { ...record.claims, points } };
}

function claimed(point: PointName, to: number | 'nobody'): PointClaim {
  if (to !== 'nobody') return { point, side: to };
  return point === 'game' ? { point, tied: true } : { point, inPlay: false };
}

export interface Foreseen {
  made: boolean;
  taken: number;
  bid: number;
  scores: number[];
}

/**
 * What a hand by points comes to, as far as a phone without signal can tell: the bid is made or
 * lost. Slams and whatever else the rules say of scores is the server's to judge.
 */
export function foreseen(record: HandRecord, rules: Rules, match: Match): Foreseen | undefined {
  const { contract } = record;
  if (!contract) return undefined;
  const bid = bidNumber(contract.bid);
  if (bid === undefined) return undefined;
  const pitching = sideOf(match, contract.pitcher);
  const won = wonBySide(record, rules, match);
  // Who plays with the pitcher, and so what both score, is the server's to say.
  if (!won || contract.partner != null) return undefined;
  const taken = won[pitching] ?? 0;
  const made = taken >= bid;
  const deltas = won.map((points, side) =>
    side !== pitching ? points : !made ? -bid : rules.madeScores === 'bid_only' ? bid : points,
  );
  return { made, taken, bid, scores: match.scores.map((score, side) => score + (deltas[side] ?? 0)) };
}

/** The points that each side took; undefined while somebody's are not said. */
function wonBySide(record: HandRecord, rules: Rules, match: Match): number[] | undefined {
  const taken = record.claims?.taken;
  if (taken) return taken.some((points) => points === null) ? undefined : taken.map(Number);
  if (record.claims?.takenTogether) return undefined;
  const won = match.sides.map(() => 0);
  for (const { point, worth } of rules.pointValues) {
    const to = whose(record, point);
    if (to === undefined) return undefined;
    if (to !== 'nobody') won[to] = (won[to] ?? 0) + worth;
  }
  return won;
}

export function sideOf(match: Match, seat: number): number {
  return match.players[seat]?.side ?? 0;
}
