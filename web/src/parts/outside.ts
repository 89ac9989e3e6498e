import type { Adjustment, JournalAdjustment, Match } from 'pitchkeeper-client';
import { say } from '../wording';
import { signed } from './Score';

/** Return points given or taken in a line: whose, how many and why. */
export function adjustmentText(match: Pick<Match, 'sides'>, { side, points, reason }: Adjustment): string {
  return say('penalty.line', { side: match.sides[side]?.name ?? '', points: signed(points), reason });
}

/** Return what a change did outside play, as one reads it in a journal. */
export const adjustmentsText = (match: Pick<Match, 'sides'>, changed: readonly JournalAdjustment[]): string =>
  changed
    .flatMap(({ before, after }) => after ?? before ?? [])
    .map((adjustment) => adjustmentText(match, adjustment))
    .join(' · ');
