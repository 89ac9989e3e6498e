import type { HandRecord } from 'pitchkeeper-client';
import { SUITS } from '../../hand/pack';
import { SuitShape } from '../cards';
import { say } from '../../wording';

interface Props {
  record: HandRecord;
  change: (record: HandRecord) => void;
}

/** The trump, where the table likes to say it; a second tap takes it back. */
export function TrumpChoice({ record, change }: Props) {
  return (
    <div class="suits" role="radiogroup" aria-label={say('trump_if_you_like')}>
      <span class="lab" aria-hidden="true">
        {say('trump_if_you_like')}
      </span>
      {SUITS.map((suit) => (
        <button
          role="radio"
          aria-checked={record.trump === suit}
          aria-label={say(`word.suit.${suit}`)}
          onClick={() => change({ ...record, trump: record.trump === suit ? null : suit })}
        >
          <SuitShape suit={suit} />
        </button>
      ))}
    </div>
  );
}
