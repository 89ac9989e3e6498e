import type { Match } from 'pitchkeeper-client';
import type { Played } from '../../hand/play';
import { SmallCard, cardName } from '../cards';
import { sideClass } from '../Score';
import { say } from '../../wording';

interface Props {
  match: Match;
  trick: Played;
  /** The seat whose card is asked for. */
  asked: number | undefined;
  /** The place in the trick of a card that is to be another. */
  chosen: number | undefined;
  press: (seat: number) => void;
}

// More seats than these stand in two rows.
const MOST_BESIDE = 6;

/** The seats with what they have played to the trick; the one whose turn it is glows. */
export function OnTable({ match, trick, asked, chosen, press }: Props) {
  const { players } = match;
  const beside = players.length > MOST_BESIDE ? Math.ceil(players.length / 2) : players.length;
  const isOpen = trick.order.length === 0;
  return (
    <ol class="on-table" style={{ '--beside': beside }} aria-label={say('trick_so_far')}>
      {players.map(({ seat, side, name }) => {
        const place = trick.order.indexOf(seat);
        const card = place < 0 ? undefined : trick.cards[place];
        const isTurn = isOpen || seat === asked || (place >= 0 && place === chosen);
        const isOut = !isOpen && place < 0;
        const won = trick.winner === seat;
        const said = card ? cardName(card) : say(isOut ? 'no_trump_left' : seat === asked ? 'turn' : 'no_card_yet');
        return (
          <li>
            <button
              class={`at ${sideClass(side)} ${isTurn ? 'turn' : ''} ${isOut ? 'out' : ''} ${won ? 'won' : ''}`}
              aria-label={`${name}: ${said}`}
              aria-current={isTurn && !isOpen ? 'true' : undefined}
              onClick={() => press(seat)}
            >
              <span class="who cut">{name}</span>
              {card ? <SmallCard card={card} /> : <span class="slot">{isOut ? '–' : ''}</span>}
            </button>
          </li>
        );
      })}
    </ol>
  );
}
