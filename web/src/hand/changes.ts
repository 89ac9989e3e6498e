import type { Hand, HandPreview, Match, Point } from 'pitchkeeper-client';
import { say } from '../wording';
import { bidLabel } from './bids';

/** One thing that a correction changes about the hand itself, before and after, in words. */
export interface Turn {
  question: string;
  before: { text: string; side?: number };
  after: { text: string; side?: number };
}

/** What a correction changes about a hand: who bid what, the trump, and who gets which point. */
export function turns(match: Match, { verdict: was }: Hand, { verdict: is }: HandPreview): Turn[] {
  const found: Turn[] = [];
  if (was.pitcher !== is.pitcher || was.bid !== is.bid) {
    found.push({
      question: say('who_won_bid'),
      before: bidder(match, was.pitcher, was.bid),
      after: bidder(match, is.pitcher, is.bid),
    });
  }
  if (was.trump !== is.trump && is.trump) {
    const before = { text: was.trump ? say(`word.suit.${was.trump}`) : say('open') };
    found.push({
      question: say('which_trump'),
      before,
      after: { text: say(`word.suit.${is.trump}`) },
    });
  }
  for (const point of is.points ?? []) {
    const other = was.points?.find((one) => one.point === point.point);
    if (other && (other.side !== point.side || other.state !== point.state)) {
      found.push({
        question: say('who_took_point', { point: say(`word.point.${point.point}`) }),
        before: taker(match, other),
        after: taker(match, point),
      });
    }
  }
  return found;
}

function bidder(match: Match, pitcher: number | null, bid: string | null) {
  if (pitcher === null || bid === null) return { text: say('open') };
  const { name, side } = match.players[pitcher]!;
  return { text: `${name} ${bidLabel(bid)}`, side };
}

function taker(match: Match, { side, state }: Point) {
  if (side !== null) return { text: match.sides[side]?.name ?? '', side };
  return { text: say(state === 'open' ? 'open' : 'nobody') };
}
