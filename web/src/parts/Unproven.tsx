import type { Hand } from 'pitchkeeper-client';
import { say } from '../wording';

/** That a hand was not checked over all deals and plays yet; a void one need not be. */
export function Unproven({ hand }: { hand: Hand }) {
  if (hand.verdict.isProven || hand.standing === 'void') return null;
  return <p class="note">{say('not_checked_yet')}</p>;
}
