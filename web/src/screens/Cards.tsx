import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';

import type { Card, HandRecord, Match, Rules } from '../client/types.gen';
import { asking } from '../hand/asking';
import { bidLabel } from '../hand/bids';
import { initials } from '../hand/initials';
import { everyCard, packOf } from '../hand/pack';
import { listedWhole, put, takerOf } from '../hand/piles';
import { sideOf } from '../hand/points';
import { useForesight } from '../hand/preview';
import { save } from '../hand/saving';
import { tableOf } from '../hand/tables';
import { address, go } from '../places';
import { useKeys } from '../parts/keys';
import { Foresight } from '../parts/Foresight';
import { Picker } from '../parts/Picker';
import { Screen } from '../parts/Screen';
import { Whose } from '../parts/Whose';
import { say } from '../wording';
import { Hint } from './CardsHint';
import '../styles/cards.css';

export interface EntryProps {
  match: Match;
  rules: Rules;
  number: number;
  record: HandRecord;
  change: (record: HandRecord) => void;
}

/** A hand by cards: whose side took which, of all that can score. */
export function Cards({ match, rules, number, record, change }: EntryProps) {
  const { contract, trump } = record;
  const side = useSignal(contract ? sideOf(match, contract.pitcher) : 0);
  const all = useSignal(false);
  const left = useSignal<ReadonlySet<string>>(new Set());
  const whole = listedWhole(record, rules, match);
  const preview = useForesight(match, number, whole);
  const pack = packOf(rules, tableOf(rules, match));
  const letters = initials(match);
  const next = asking(record, rules, pack, left.value);
  const wanted = preview.value?.verdict.needs.find(({ card }) => card)?.card ?? next.card;
  const pitcher = contract && match.players[contract.pitcher]?.name;

  function tap(card: Card): void {
    change(put(record, card, takerOf(record, card) === side.value ? undefined : side.value));
  }

  async function done(): Promise<void> {
    // Without an answer of the server nobody can say that something is still to be asked.
    await save(match, number, whole, (preview.value?.verdict.status ?? 'settled') === 'settled');
  }

  const typed = useRef('');
  useKeys((key) => {
    const letter = key.toUpperCase();
    const card = typed.current + letter;
    typed.current = letter;
    if (everyCard(pack).includes(card)) tap(card);
    else if (/^[1-8]$/.test(key) && Number(key) <= match.sides.length) side.value = Number(key) - 1;
    else if (key === 'Enter') void done();
    else if (key === 'Escape') go('m', match.matchId, 'hand', number, 'points');
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
      <Hint
        asking={{ ...next, ...(wanted ? { card: wanted } : {}) }}
        trump={trump}
        alone={rules.jokers === 1}
        choose={(suit) => change({ ...record, trump: suit })}
        leave={(what) => (left.value = new Set([...left.value, what]))}
      />
      <Picker
        {...{ match, rules, record, pack, letters, tap }}
        all={all.value}
        asked={wanted}
        absent={left.value}
      />
      {record.piles?.length ? <Foresight match={match} preview={preview.value} /> : null}
    </Screen>
  );
}
