import { useSignal, type Signal } from '@preact/signals';

import type { Card, HandRecord, Match, Rules } from '../../client/types.gen';
import { asking } from '../../hand/asking';
import { initials } from '../../hand/initials';
import { packOf } from '../../hand/pack';
import { put, takerOf } from '../../hand/piles';
import { tableOf } from '../../hand/tables';
import { Picker } from '../../parts/Picker';
import { Hint } from '../CardsHint';

interface Props {
  match: Match;
  rules: Rules;
  record: HandRecord;
  /** Whose cards are tapped. */
  side: Signal<number>;
  change: (record: HandRecord) => void;
}

/** Whose side took which card, in an argument that is about no hand of a match. */
export function CardsInQuestion({ match, rules, record, side, change }: Props) {
  const left = useSignal<ReadonlySet<string>>(new Set());
  const pack = packOf(rules, tableOf(rules, match));
  const letters = initials(match);
  const next = asking(record, rules, pack, left.value);
  const tap = (card: Card) =>
    change(put(record, card, takerOf(record, card) === side.value ? undefined : side.value));
  return (
    <>
      <Hint
        asking={next}
        trump={record.trump}
        alone={rules.jokers === 1}
        choose={(trump) => change({ ...record, trump })}
        leave={(what) => (left.value = new Set([...left.value, what]))}
      />
      <Picker
        {...{ match, rules, record, pack, letters, tap }}
        all={false}
        asked={next.card}
        absent={left.value}
      />
    </>
  );
}
