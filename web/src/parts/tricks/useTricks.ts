import { useSignal } from '@preact/signals';

import type { Card, HandRecord, Match, Rules } from 'pitchkeeper-client';
import type { Pack } from '../../hand/pack';
import { played } from '../../hand/play';
import { left, takenBack, whereIs, withCard, withTrick } from '../../hand/tricks';
import { say } from '../../wording';
import { cardName } from '../cards';

interface Props {
  match: Match;
  rules: Rules;
  record: HandRecord;
  change: (record: HandRecord) => void;
}

export type Entry = ReturnType<typeof useTricks>;

/** Where one is in the tricks, and what taps there do. */
export function useTricks({ match, rules, record, change }: Props, pack: Pack) {
  const opened = useSignal<number | undefined>(undefined);
  const chosen = useSignal<number | undefined>(undefined);
  const notice = useSignal('');
  const before = useSignal<HandRecord[]>([]);
  const count = record.tricks?.length ?? 0;
  // One more than there are, so that it is known who leads to it.
  const tricks = played({ ...record, tricks: [...(record.tricks ?? []), {}] }, rules, match, pack);
  const front = count > 0 && !tricks[count - 1]!.isWhole ? count - 1 : count;
  const at = Math.min(opened.value ?? front, rules.keep);
  const trick = at < rules.keep ? tricks[at] : undefined;

  function alter(changed: HandRecord): void {
    before.value = [...before.value, record];
    chosen.value = undefined;
    notice.value = '';
    change(changed);
  }

  function open(place: number | undefined): void {
    opened.value = place === front ? undefined : place;
    chosen.value = undefined;
    notice.value = '';
  }

  function tap(card: Card): void {
    const where = whereIs(record, card);
    if (where) {
      const seat = tricks[where.at]!.order[where.place];
      const name = seat === undefined ? '' : (match.players[seat]?.name ?? '');
      notice.value = say('card_in_trick', { card: cardName(card, rules.jokers === 1), name, trick: where.at + 1 });
    } else if (trick && chosen.value !== undefined) alter(withCard(record, at, card, chosen.value));
    else if (trick && takes(trick, at, rules.surplus)) {
      alter(withCard(record, at, card));
      // The trick that was opened is whole again: on with the one that is not.
      if (trick.cards.length + 1 >= trick.order.length) opened.value = undefined;
    }
  }

  return {
    at,
    trick,
    tap,
    open,
    chosen: chosen.value,
    notice: notice.value,
    front,
    isBehind: at < front,
    goOn: () => open(undefined),
    canTakeBack: before.value.length > 0 || count > 0,
    nobodyRecalls(): void {
      alter(left(record, at, rules.keep));
      opened.value = at + 1 >= rules.keep ? rules.keep : undefined;
    },
    isOut: (seat: number) =>
      alter(withTrick(record, at, { ...record.tricks?.[at], out: [...(record.tricks?.[at]?.out ?? []), seat] })),
    /** A tap on a seat: its card is to be another, or it led where nothing is laid yet. */
    press(seat: number): void {
      const place = trick?.order.indexOf(seat) ?? -1;
      if (!trick) return;
      if (trick.cards.length === 0) alter(withTrick(record, at, { ...record.tricks?.[at], leader: seat }));
      else if (place >= 0 && place < trick.cards.length) chosen.value = chosen.value === place ? undefined : place;
    },
    startOver: () => alter({ ...record, tricks: [] }),
    takeBack(): void {
      const last = before.value.at(-1);
      before.value = before.value.slice(0, -1);
      open(undefined);
      change(last ?? takenBack(record));
    },
  };
}

// Trumps that a player has too many of may be thrown to the first trick with the card he plays.
function takes(trick: { isWhole: boolean; order: number[] }, at: number, surplus: string): boolean {
  return trick.order.length > 0 && (!trick.isWhole || (at === 0 && surplus === 'on_first_trick'));
}
