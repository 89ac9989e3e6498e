import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';

import type { Call, Card, HandRecord, Suit } from 'pitchkeeper-client';
import { bidLabel } from '../hand/bids';
import { everyCard, packOf, type Pack } from '../hand/pack';
import { asksTrump, played, trumpOf } from '../hand/play';
import { useForesight } from '../hand/preview';
import { save as saveHand } from '../hand/saving';
import { tableOf } from '../hand/tables';
import { left, takenBack, told, whereIs, withCard, withTrick } from '../hand/tricks';
import { address, go } from '../places';
import { Foresight } from '../parts/Foresight';
import { Icon } from '../parts/Icon';
import { useKeys } from '../parts/keys';
import { cardName } from '../parts/cards';
import { Screen } from '../parts/Screen';
import { say } from '../wording';
import type { EntryProps } from './Cards';
import { Hint } from './CardsHint';
import { Deck } from './tricks/Deck';
import { Line } from './tricks/Line';
import { OnTable } from './tricks/OnTable';
import { TrickTabs } from './tricks/TrickTabs';
import '../styles/cards.css';
import '../styles/tricks.css';

/** A hand trick by trick: whose turn it is follows from who won the trick before. */
export function Tricks(props: EntryProps) {
  const { match, rules, number, record, kept, change, notice } = props;
  const pack = packOf(rules, tableOf(rules, match));
  const entry = useEntry(props, pack);
  const { at, trick } = entry;
  const whole = told(onlyWhole(record, played(record, rules, match, pack)));
  const preview = useForesight(match, number, whole);
  const pitcher = record.contract && match.players[record.contract.pitcher]?.name;
  const asked = trick && trick.cards.length < trick.order.length ? trick.order[trick.cards.length] : undefined;

  async function save(): Promise<void> {
    const { status } = preview.value?.verdict ?? {};
    await saveHand(match, number, told(record), kept, (status ?? 'settled') === 'settled');
  }

  const typed = useRef('');
  useKeys((key) => {
    const letter = key.toUpperCase();
    const card = typed.current + letter;
    typed.current = letter;
    if (everyCard(pack).includes(card)) entry.tap(card);
    else if (key === 'Backspace') entry.takeBack();
    else if (key === 'Enter') void save();
    else if (key === 'Escape') go('m', match.matchId, 'hand', number, 'points');
    else return false;
    return true;
  });

  return (
    <Screen
      class="tricks"
      title={say('hand_number', { hand: number })}
      note={pitcher && record.contract ? bid(pitcher, record.contract.bid, trumpOf(record, rules)) : ''}
      back={address('m', match.matchId, 'hand', number, 'points')}
      corner={
        <button class="quiet" disabled={!record.tricks?.length} onClick={entry.startOver}>
          {say('start_over')}
        </button>
      }
      foot={
        <footer class="foot">
          <TrickTabs {...{ match, rules, record, pack, at }} front={entry.front} open={entry.open} />
          <div class="saving">
            <button class="plain" disabled={!entry.canTakeBack} aria-label={say('take_back')} onClick={entry.takeBack}>
              <Icon name="undo" />
            </button>
            <button class="main" onClick={() => void save()}>
              {say('save_hand', { hand: number })}
            </button>
          </div>
        </footer>
      }
    >
      {notice}
      {asksTrump(record, rules) ? (
        <Hint
          asking={{ what: 'trump' }}
          trump={undefined}
          alone={rules.jokers === 1}
          choose={(trump) => change({ ...record, trump })}
          leave={() => undefined}
        />
      ) : (
        <Line {...{ match, at, trick, asked }} entry={entry} finding={preview.value?.verdict.findings[0]} />
      )}
      {trick && <OnTable {...{ match, trick, asked }} chosen={entry.chosen} press={entry.press} />}
      <Deck {...{ match, rules, record, pack }} tap={entry.tap}>
        <button class="plain" disabled={asked === undefined} onClick={() => entry.isOut(asked!)}>
          {say('no_trump_left')}
        </button>
      </Deck>
      {!trick && <Foresight match={match} preview={preview.value} />}
    </Screen>
  );
}

function bid(name: string, call: Call, trump: Suit | undefined): string {
  const suit = trump ? say(`word.suit.${trump}`) : '';
  return say(trump ? 'name_bid_in' : 'name_bid', { name, bid: bidLabel(call), suit });
}

export type Entry = ReturnType<typeof useEntry>;

/** Where one is in the tricks, and what taps there do. */
export function useEntry({ match, rules, record, change }: Omit<EntryProps, 'number' | 'kept' | 'notice'>, pack: Pack) {
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

// A trick that is being laid is no fact yet, so the server is asked about those that are whole.
function onlyWhole(record: HandRecord, tricks: { isWhole: boolean }[]): HandRecord {
  return tricks.at(-1)?.isWhole === false ? { ...record, tricks: record.tricks!.slice(0, -1) } : record;
}
