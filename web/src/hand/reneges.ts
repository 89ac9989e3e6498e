import type { Hand, HandPreview, HandRecord, Match, Overruling, Point, Remedy } from 'pitchkeeper-client';

/** Return the points that each side certainly took; undefined where some are open. */
export function pointsTaken(certain: Point[] | undefined, match: Match): number[] | undefined {
  if (!certain?.length || certain.some(({ state }) => state !== 'certain')) return undefined;
  return match.sides.map(({ side }) =>
    certain.reduce((sum, point) => (point.side === side ? sum + point.worth : sum), 0),
  );
}

/** Return the hand by the points alone, as it would have counted without the renege. */
export function asPlayed({ dealer, contract, trump }: HandRecord, points: number[]): HandRecord {
  return {
    ...(dealer == null ? {} : { dealer }),
    ...(contract ? { contract } : {}),
    ...(trump ? { trump } : {}),
    claims: { taken: points },
  };
}

/** Return what a hand pays after a remedy; undefined while that is not known. */
export function pays(
  remedy: Remedy,
  { verdict }: Hand,
  match: Match,
  played: HandPreview | undefined,
): Omit<Overruling, 'reason'> | undefined {
  const changes = match.sides.map(({ side }) => remedy.changes.find((one) => one.side === side)?.change);
  if (remedy.replacesHand) {
    if (changes.some((change) => change == null)) return undefined;
    const isSet = remedy.cannotBeSet === null || remedy.cannotBeSet !== verdict.pitchingSide;
    return { deltas: changes.map(Number), made: verdict.pitchingSide === null ? null : !isSet };
  }
  if (played?.verdict.status !== 'settled') return undefined;
  const { scoresBefore, scoresAfter } = played.consequences;
  const deltas = match.sides.map(({ side }) => (scoresAfter[side] ?? 0) - (scoresBefore[side] ?? 0));
  return { deltas: deltas.map((delta, side) => delta + (changes[side] ?? 0)), made: played.verdict.made };
}
