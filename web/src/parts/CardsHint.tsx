import type { Suit } from 'pitchkeeper-client';
import type { Asking } from '../hand/asking';
import { isJoker } from '../hand/pack';
import { SuitShape, cardName } from './cards';
import { TrumpChoice } from './TrumpChoice';
import { say } from '../wording';

interface Props {
  asking: Asking;
  trump: Suit | null | undefined;
  /** Whether the pack has only one joker. */
  alone: boolean;
  /** Why the card that was tapped last cannot be. */
  why?: string | undefined;
  choose: (trump: Suit) => void;
  leave: (what: string) => void;
}

/** What the picker asks: the trump first, then the cards that bring points. */
export function Hint({ asking, trump, alone, why, choose, leave }: Props) {
  const { what, card } = asking;
  if (why) {
    return (
      <div class="hint why">
        <p role="alert">{why}</p>
      </div>
    );
  }
  if (what === 'trump') return <TrumpHint choose={choose} />;
  const shape = card && !isJoker(card) ? (card[1] as Suit) : trump;
  return (
    <div class={what === 'card' || what === 'low' ? 'hint' : 'hint calm'}>
      {shape && <SuitShape suit={shape} />}
      <p role="status">
        {what === 'card' && card ? (
          <b>{say('who_took_card', { card: cardName(card, alone) })}</b>
        ) : (
          <b>{say(`ask_${what}`)}</b>
        )}
      </p>
      {(what === 'card' || what === 'low') && (
        <button class="quiet" onClick={() => leave(what === 'low' ? 'low' : card!)}>
          {say(what === 'low' ? 'nobody' : 'not_out')}
        </button>
      )}
    </div>
  );
}

export function TrumpHint({ choose }: { choose: (trump: Suit) => void }) {
  return (
    <div class="hint suits-hint">
      <b role="status">{say('which_trump')}</b>
      <TrumpChoice
        isLabelHidden
        label={say('which_trump')}
        chosen={undefined}
        choose={(trump) => trump && choose(trump)}
      />
    </div>
  );
}
