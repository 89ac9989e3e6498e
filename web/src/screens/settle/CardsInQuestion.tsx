import { useSignal, type Signal } from '@preact/signals';

import type { Card, HandRecord, Match, Rules } from 'pitchkeeper-client';
import { askedBy, asking } from '../../hand/asking';
import { initials } from '../../hand/initials';
import { packOf } from '../../hand/pack';
import { put, takerOf } from '../../hand/piles';
import { tableOf } from '../../hand/tables';
import { Picker } from '../../parts/Picker';
import { cardName } from '../../parts/cards';
import { say } from '../../wording';
import { Hint } from '../../parts/CardsHint';
import type { Setting } from './setting';
import { useSoFar } from './soFar';

interface Props {
  setting: Setting;
  match: Match;
  rules: Rules;
  record: HandRecord;
  /** Whose cards are tapped. */
  side: Signal<number>;
  change: (record: HandRecord) => void;
}

/** Whose side took which card, in an argument that is about no hand of a match. */
export function CardsInQuestion({ setting, match, rules, record, side, change }: Props) {
  const left = useSignal<ReadonlySet<string>>(new Set());
  const pack = packOf(rules, tableOf(rules, match));
  const letters = initials(match);
  const faded = useSignal<Card | undefined>(undefined);
  const soFar = useSoFar(setting, record);
  const worth = soFar?.cardsToAsk.filter(({ card }) => takerOf(record, card) === undefined) ?? [];
  const next = worth.length > 0 ? askedBy(worth, left.value) : asking(record, rules, pack, left.value);
  const cannot = new Set(soFar?.impossibleCards.find((each) => each.side === side.value)?.cards);
  function tap(card: Card): void {
    const isNew = takerOf(record, card) !== side.value;
    // What cannot be says so first; who taps it again wants it so.
    const isRefused = isNew && cannot.has(card) && faded.value !== card;
    faded.value = isRefused ? card : undefined;
    if (!isRefused) change(put(record, card, isNew ? side.value : undefined));
  }
  return (
    <>
      <Hint
        asking={next}
        why={faded.value && say('card_faded', { card: cardName(faded.value, rules.jokers === 1) })}
        trump={record.trump}
        alone={rules.jokers === 1}
        choose={(trump) => change({ ...record, trump })}
        leave={(what) => (left.value = new Set([...left.value, what]))}
      />
      <Picker
        {...{ match, rules, record, pack, letters, tap, cannot }}
        all={false}
        asked={next.card}
        absent={left.value}
      />
    </>
  );
}
