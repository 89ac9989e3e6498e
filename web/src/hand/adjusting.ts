import type { Match, Rules } from 'pitchkeeper-client';

/** Return the scores once a side was given points outside play, or lost them if they are negative. */
export function adjusted({ scores }: Pick<Match, 'scores'>, rules: Rules | undefined, side: number, points: number) {
  // Rules that let no score fall below zero do not let a penalty do so either.
  const least = rules?.negativeScores === false ? 0 : Number.NEGATIVE_INFINITY;
  return scores.map((score, one) => (one === side ? Math.max(score + points, Math.min(score, least)) : score));
}
