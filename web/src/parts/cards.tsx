import type { Card, Suit } from 'pitchkeeper-client';
import { isJoker } from '../hand/pack';
import { say } from '../wording';

const SHAPES: Record<Suit, string> = {
  S: 'M12 2c4.4 5 9.2 8 9.2 12.3a4.7 4.7 0 0 1-8.3 3c.2 2 1 3.4 2.6 4.7h-7c1.6-1.3 2.4-2.7 2.6-4.7a4.7 4.7 0 0 1-8.3-3C2.8 10 7.6 7 12 2Z',
  H: 'M12 21.5C5.5 16 2 12.4 2 8.4A5.4 5.4 0 0 1 12 5.6 5.4 5.4 0 0 1 22 8.4c0 4-3.5 7.6-10 13.1Z',
  D: 'M12 1.5 20.5 12 12 22.5 3.500 12Z',
  C: 'M12 1.8a4.7 4.7 0 0 1 4 7.2 4.7 4.7 0 1 1-3.1 7.6c.2 2.2 1 3.9 2.6 5.4h-7c1.6-1.5 2.4-3.2 2.6-5.4A4.7 4.7 0 1 1 8 9a4.7 4.7 0 0 1 4-7.2Z',
};

export function SuitShape({ suit }: { suit: Suit }) {
  return (
    <svg class={`suit ${suit}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={SHAPES[suit]} />
    </svg>
  );
}

/** A card in words: "the ten of hearts" is "10 of hearts"; the only joker of a pack is just that. */
export function cardName(card: Card, alone = false): string {
  if (isJoker(card)) return say(`word.card.${alone ? 'J' : card}`);
  return say('word.card', {
    rank: say(`word.rank.${card[0]}`),
    suit: say(`word.suit.${card[1]}`),
  });
}

/** What stands on a card: its rank and the shape of its suit. */
export function CardFace({ card }: { card: Card }) {
  if (isJoker(card)) return <span class="joker">★{card[0] === 'L' && <small>−</small>}</span>;
  const suit = card[1] as Suit;
  return (
    <>
      <span class={suit}>{say(`word.rank.${card[0]}.letter`)}</span>
      <SuitShape suit={suit} />
    </>
  );
}

export function SmallCard({ card }: { card: Card }) {
  return (
    <span class="card small" role="img" aria-label={cardName(card)}>
      <CardFace card={card} />
    </span>
  );
}
