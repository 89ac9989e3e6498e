import type { Card } from 'pitchkeeper-client';
import { everyCard, type Pack } from '../../hand/pack';
import { CardFace, cardName } from '../../parts/cards';

interface Props {
  pack: Pack;
  chosen: readonly Card[];
  gone?: readonly Card[];
  choose: (card: Card) => void;
  label: string;
}

/** Every card of the pack, by rank and suit; those that are taken are pressed. */
export function CardChoice({ pack, chosen, gone = [], choose, label }: Props) {
  return (
    <div class="pack" role="group" aria-label={label}>
      {everyCard(pack).map((card) => (
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
