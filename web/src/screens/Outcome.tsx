import type { ForeseenAnswer, Match } from '../client/types.gen';
import { bidLabel } from '../hand/bids';
import { plain } from '../parts/Score';
import { say } from '../wording';
import type { Bid } from './Question';

/** The scores that an answer leads to. */
export function Outcome({ outcome }: { outcome: ForeseenAnswer | undefined }) {
  if (!outcome?.scores) return null;
  return <span class="figure signed">{outcome.scores.map(plain).join(' : ')}</span>;
}

/** What an answer comes to in a few words: made, set, or not possible. */
export function outcomeText(match: Match, { status, made }: ForeseenAnswer, bid: Bid): string {
  if (status === 'impossible') return say('cannot_be');
  if (status === 'open') return say('status.open');
  if (made === null || bid.pitchingSide === null) return '';
  const pitching = match.sides[bid.pitchingSide]!;
  const values = {
    side: pitching.name,
    players: pitching.seats.length,
    bid: bid.bid === null ? '' : bidLabel(bid.bid),
  };
  return say(made ? 'answer_made' : 'answer_set', values);
}
