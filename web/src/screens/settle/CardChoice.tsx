import type { Card, Rules, Suit } from '../../client/types.gen';
import { SUITS } from '../../hand/pack';
import { CardFace, cardName } from '../../parts/cards';

const RANKS = ['A', 'K', 'Q', 'J', 'T', '9', '8', '7', '6', '5', '4', '3', '2'];

/** Every card of the pack, by rank and suit; those that are taken are pressed. */
export function pack(rules: Rules): Card[] {
  const jokers = ['HJ', 'LJ'].slice(0, rules.jokers);
  return [...jokers, ...RANKS.flatMap((rank) => SUITS.map((suit) => rank + suit))];
}

interface Props {
  rules: Rules;
  chosen: readonly Card[];
  gone?: readonly Card[];
  suit?: Suit | undefined;
  choose: (card: Card) => void;
  label: string;
}

export function CardChoice({ rules, chosen, gone = [], choose, label }: Props) {
  return (
    <div class="pack" role="group" aria-label={label}>
      {pack(rules).map((card) => (
        <button
          class="card"
          aria-label={cardName(card)}
          aria-pressed={chosen.includes(card)}
          disabled={gone.includes(card)}
          onClick={() => choose(card)}
        >
          <CardFace card={card} />
        </button>
      ))}
    </div>
  );
}
