import type { ForeseenAnswer, Match, Verdict } from 'pitchkeeper-client';
import { bidLabel } from '../hand/bids';
import { plain, signed } from './Score';
import { say } from '../wording';

/** Whose bid it was, and what. */
export type Bid = Pick<Verdict, 'bid' | 'pitchingSide'>;

/** What an answer or a repair leads to, as far as the server tells. */
export type Foreseen = Pick<ForeseenAnswer, 'status' | 'made'> & Partial<Pick<ForeseenAnswer, 'scores' | 'deltas'>>;

/** The scores that it leads to, or what it pays where there is no match to have scores. */
export function Outcome({ outcome }: { outcome: Foreseen | undefined }) {
  const shown = outcome?.scores?.map(plain) ?? outcome?.deltas?.map(signed);
  return shown ? <span class="figure">{shown.join(' : ')}</span> : null;
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
