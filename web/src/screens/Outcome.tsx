import type { ForeseenAnswer, Match } from '../client/types.gen';
import { bidLabel } from '../hand/bids';
import { plain } from '../parts/Score';
import { say } from '../wording';
import type { Bid } from './Question';

/** What an answer or a repair leads to, as far as the server tells. */
export type Foreseen = Pick<ForeseenAnswer, 'status' | 'made' | 'scores'>;

/** The scores that it leads to. */
export function Outcome({ outcome }: { outcome: Foreseen | undefined }) {
  if (!outcome?.scores) return null;
  return <span class="figure signed">{outcome.scores.map(plain).join(' : ')}</span>;
}

/** What it comes to in a few words: made, set, or not possible. */
export function outcomeText(match: Match, { status, made }: Foreseen, bid: Bid): string {
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
