import type { HandPreview, Match } from '../client/types.gen';
import { bidLabel } from '../hand/bids';
import { plain } from '../parts/Score';
import { say } from '../wording';

/** The scores that an answer leads to. */
export function Outcome({ preview }: { preview: HandPreview | undefined }) {
  if (preview?.verdict.status !== 'settled') return null;
  return (
    <span class="figure signed">{preview.consequences.scoresAfter.map(plain).join(' : ')}</span>
  );
}

/** What an answer comes to in a few words: made, set, won, or not possible and why. */
export function outcomeText(match: Match, preview: HandPreview): string {
  const { verdict, consequences } = preview;
  if (verdict.status === 'impossible') return verdict.findings[0]?.message.text ?? say('cannot_be');
  if (verdict.status === 'open') return verdict.needs[0]?.message.text ?? say('status.open');
  const winner = consequences.winnerAfter;
  const wins = winner && {
    side: match.sides[winner.side]?.name ?? '',
    players: match.sides[winner.side]?.seats.length ?? 1,
  };
  if (verdict.made === null || verdict.pitchingSide === null) return wins ? say('side_wins', wins) : '';
  const pitching = match.sides[verdict.pitchingSide]!;
  const values = {
    side: pitching.name,
    players: pitching.seats.length,
    bid: verdict.bid === null ? '' : bidLabel(verdict.bid),
  };
  if (!verdict.made) return say('answer_set', values);
  return say(winner?.side === pitching.side ? 'answer_wins' : 'answer_made', values);
}
