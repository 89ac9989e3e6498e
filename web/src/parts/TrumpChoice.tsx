import type { Suit } from 'pitchkeeper-client';
import { SUITS } from '../hand/pack';
import { Radios } from './Choices';
import { SuitShape } from './cards';
import { say } from '../wording';

interface Props {
  label: string;
  isLabelHidden?: boolean;
  chosen: Suit | null | undefined;
  choose: (suit: Suit | null) => void;
}

/** One of the four suits; a second tap takes it back. */
export function TrumpChoice({ label, isLabelHidden = false, chosen, choose }: Props) {
  return (
    <Radios class="suits" aria-label={label}>
      {!isLabelHidden && (
        <span class="lab" aria-hidden="true">
          {label}
        </span>
      )}
      {SUITS.map((suit) => (
        <button
          role="radio"
          aria-checked={chosen === suit}
          aria-label={say(`word.suit.${suit}`)}
          onClick={() => choose(chosen === suit ? null : suit)}
        >
          <SuitShape suit={suit} />
        </button>
      ))}
    </Radios>
  );
}
