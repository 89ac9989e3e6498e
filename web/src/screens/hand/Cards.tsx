import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';

import type { Card, HandPreview, HandRecord } from 'pitchkeeper-client';
import { askedBy, asking } from '../../hand/asking';
import { bidLabel } from '../../hand/bids';
import { initials } from '../../hand/initials';
import { everyCard, packOf } from '../../hand/pack';
import { listedWhole, ownPiles, put, takerOf } from '../../hand/piles';
import { sideOf } from '../../hand/points';
import { foresee, useForesight } from '../../hand/preview';
import { save } from '../../hand/saving';
import { tableOf } from '../../hand/tables';
import { address } from '../../places';
import { useKeys } from '../../parts/keys';
import { Foresight } from '../../parts/Foresight';
import { cardName } from '../../parts/cards';
import { Picker } from '../../parts/Picker';
import { Screen } from '../../parts/Screen';
import { Whose } from '../../parts/Whose';
import { reached } from '../../server';
import { say } from '../../wording';
import { Hint } from '../../parts/CardsHint';
import type { EntryProps } from './entry';
import '../../styles/cards.css';

/** A card that cannot be where it was tapped, and why. */
interface Faded {
  card: Card;
  why: string;
}

/** A hand by cards: whose side took which, of all that can score. */
export function Cards({ match, rules, number, record, kept, change, notice }: EntryProps) {
  const { contract, trump } = record;
  const side = useSignal(contract ? sideOf(match, contract.pitcher) : 0);
  const all = useSignal(false);
  const left = useSignal<ReadonlySet<string>>(new Set());
  const faded = useSignal<Faded | undefined>(undefined);
  const own = ownPiles(record, kept.record);
  const whole = listedWhole(record, rules, match, own);
  const unlisted = match.sides
    .map(({ side }) => side)
    .filter((each) => !record.piles?.some((pile) => pile.side === each));
  const ifAll = record.piles?.length ? listedWhole(record, rules, match, [...own, ...unlisted]) : record;
  // What is still to come is asked of the piles as they are; what they come to, of them as all.
  const half = useLatest(record, useForesight(match, number, record).value);
  const preview = useForesight(match, number, ifAll);
  const pack = packOf(rules, tableOf(rules, match));
  const letters = initials(match);
  const told = half?.verdict.status === 'open' && record.piles?.length ? half : undefined;
  const worth = told?.cardsToAsk.filter(({ card }) => takerOf(record, card) === undefined) ?? [];
  // What the server could not tell in time the phone asks as it does without signal.
  const next = worth.length > 0 ? askedBy(worth, left.value) : asking(record, rules, pack, left.value);
  const cannot = new Set(told?.impossibleCards.find((each) => each.side === side.value)?.cards);
  const pitcher = contract && match.players[contract.pitcher]?.name;

  async function tap(card: Card): Promise<void> {
    const isNew = takerOf(record, card) !== side.value;
    const changed = put(record, card, isNew ? side.value : undefined);
    // What cannot be says why; who taps it again wants it so, and something else is wrong.
    if (isNew && cannot.has(card) && faded.value?.card !== card) {
      const name = cardName(card, rules.jokers === 1);
      faded.value = { card, why: say('card_faded', { card: name }) };
      const why = (await foresee(match, number, changed))?.verdict.findings[0]?.message.text;
      if (why && faded.value?.card === card) faded.value = { card, why };
      return;
    }
    faded.value = undefined;
    change(changed);
  }

  async function done(): Promise<void> {
    // Without an answer of the server only a pile that nobody listed is known to be asked for still.
    const status = preview.value?.verdict.status ?? 'settled';
    const isSettled = unlisted.length === 0 ? status === 'settled' : !reached.value;
    await save(match, number, whole, kept, isSettled);
  }

  const typed = useRef('');
  useKeys((key) => {
    const letter = key.toUpperCase();
    const card = typed.current + letter;
    typed.current = letter;
    if (everyCard(pack).includes(card)) void tap(card);
    else if (/^[1-8]$/.test(key) && Number(key) <= match.sides.length) side.value = Number(key) - 1;
    else if (key === 'Enter') void done();
    else return false;
    return true;
  });

  return (
    <Screen
      class="cards"
      title={say('hand_number', { hand: number })}
      note={pitcher && contract ? say('name_bid', { name: pitcher, bid: bidLabel(contract.bid) }) : ''}
      back={address('m', match.matchId, 'hand', number, 'points')}
      corner={
        <button class="quiet" aria-pressed={all.value} onClick={() => (all.value = !all.value)}>
          {say('all_cards', { cards: everyCard(pack).length })}
        </button>
      }
      foot={
        <footer class="foot">
          <Whose {...{ match, rules, record, side }} letters={letters} />
          <button class="main" onClick={() => void done()}>
            {say('done')}
          </button>
        </footer>
      }
    >
      {notice}
      <Hint
        asking={next}
        why={faded.value?.why}
        trump={trump}
        alone={rules.jokers === 1}
        choose={(suit) => change({ ...record, trump: suit })}
        leave={(what) => (left.value = new Set([...left.value, what]))}
      />
      <Picker
        {...{ match, rules, record, pack, letters, cannot }}
        tap={(card) => void tap(card)}
        all={all.value}
        asked={next.card}
        absent={left.value}
      />
      {record.piles?.length ? (
        <Foresight match={match} preview={preview.value} lead={told ? say('if_that_is_all') : ''} />
      ) : null}
    </Screen>
  );
}

/**
 * The last answer while the next is under way: what cannot be with some cards cannot be with more.
 * Without signal there is none.
 */
function useLatest(record: HandRecord, preview: HandPreview | undefined): HandPreview | undefined {
  const latest = useRef<{ preview: HandPreview; listed: string[] }>(undefined);
  const listed = (record.piles ?? []).flatMap(({ side, cards }) => cards.map((card) => `${side} ${card}`));
  if (preview) latest.current = { preview, listed };
  const isMore = latest.current?.listed.every((place) => listed.includes(place));
  return reached.value && isMore ? latest.current?.preview : undefined;
}
