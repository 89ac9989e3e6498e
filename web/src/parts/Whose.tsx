import type { Signal } from '@preact/signals';

import type { HandRecord, Match, Rules } from 'pitchkeeper-client';
import { Radios } from './Choices';
import { hasGame, pips } from '../hand/pack';
import { pileOf } from '../hand/piles';
import { say } from '../wording';
import { sideClass } from './Score';

interface Props {
  match: Match;
  rules: Rules;
  record: HandRecord;
  letters: string[];
  side: Signal<number>;
}

/** Whose cards are tapped: the sides, with how much each has so far. */
export function Whose({ match, rules, record, letters, side }: Props) {
  const many = match.sides.length > 4;
  return (
    <Radios class={many ? 'whose many' : 'whose'} aria-label={say('whose_cards')}>
      {match.sides.map((one) => {
        const cards = pileOf(record, one.side);
        const told = say(hasGame(rules) ? 'cards_and_pips' : 'cards_only', {
          cards: cards.length,
          pips: pips(cards, rules, record.trump),
        });
        return (
          <button
            role="radio"
            class={sideClass(one.side)}
            aria-checked={side.value === one.side}
            aria-label={`${one.name}, ${told}`}
            onClick={() => (side.value = one.side)}
          >
            <i />
            <span>
              <b class="cut">{many ? letters[one.side] : one.name}</b>
              <small class="cut">{many ? cards.length : told}</small>
            </span>
          </button>
        );
      })}
    </Radios>
  );
}
