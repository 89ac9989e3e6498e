import type { Card, HandRecord, Match, Rules, Suit } from 'pitchkeeper-client';
import { SCORING, SUITS, hasGame, isJoker, trumpsOf, type Pack } from '../hand/pack';
import { takerOf } from '../hand/piles';
import { say } from '../wording';
import { CardFace, SuitShape, cardName } from './cards';
import { sideClass } from './Score';

interface Props {
  match: Match;
  rules: Rules;
  record: HandRecord;
  pack: Pack;
  letters: string[];
  /** Whether every card of the pack is shown, or only those that can score. */
  all: boolean;
  asked: Card | undefined;
  /** Cards of which the table says that they were not out. */
  absent: ReadonlySet<string>;
  /** Cards that cannot be where they would be put. */
  cannot?: ReadonlySet<string>;
  tap: (card: Card) => void;
}

/** The cards as a table lays them out: suits beside one another, the trumps first. */
export function Picker(props: Props) {
  const { rules, record, pack, all } = props;
  const trump = record.trump ?? undefined;
  const trumps = trump ? trumpsOf(rules, pack, trump) : [];
  const columns = trump ? [trump, ...SUITS.filter((suit) => suit !== trump)] : SUITS;
  const cells = (cards: Card[]) => cards.map((card) => <Pick {...props} key={card} card={card} />);
  if (trump && !hasGame(rules) && !all) {
    return (
      <section class="picker" aria-label={say('cards')}>
        <p class="lab">
          <SuitShape suit={trump} /> {say('trumps')}
        </p>
        <div class="cells">{cells(trumps)}</div>
      </section>
    );
  }
  const ranks = all ? pack.ranks : pack.ranks.filter((rank) => SCORING.includes(rank));
  const grid = ranks.flatMap((rank) => columns.map((suit) => rank + suit));
  // What is a trump but stands in no row of its own: jokers, and off-cards below the ten.
  const jokers = pack.jokers.filter((card) => !grid.includes(card));
  const small = trumps.filter((card) => !isJoker(card) && !grid.includes(card));
  return (
    <section class="picker" aria-label={say('cards')}>
      {jokers.length > 0 && <div class="cells">{cells(jokers)}</div>}
      <div class="cols" aria-hidden="true">
        {columns.map((suit) => (
          <span>
            <SuitShape suit={suit} />
            {suit === trump && <small>{say('trump')}</small>}
          </span>
        ))}
      </div>
      <div class={all ? 'cells low' : 'cells'}>{cells(grid)}</div>
      {small.length > 0 && trump && (
        <>
          <p class="lab">
            <SuitShape suit={trump} /> {say('small_trumps')}
          </p>
          <div class="cells low">{cells(small)}</div>
        </>
      )}
    </section>
  );
}

function Pick({ card, match, rules, record, pack, letters, asked, absent, cannot, tap }: Props & { card: Card }) {
  const side = takerOf(record, card);
  const name = cardName(card, rules.jokers === 1);
  const isTrump = record.trump ? trumpsOf(rules, pack, record.trump).includes(card) : false;
  const strange = isTrump && !isJoker(card) && (card[1] as Suit) !== record.trump;
  const state =
    side !== undefined
      ? say('card_of', { card: name, side: match.sides[side]?.name ?? '' })
      : card === asked
        ? say('card_asked', { card: name })
        : cannot?.has(card)
          ? say('card_faded', { card: name })
          : absent.has(card)
            ? say('card_absent', { card: name })
            : name;
  const look = [
    'pick',
    side !== undefined
      ? `on ${sideClass(side)}`
      : card === asked
        ? 'next'
        : absent.has(card) || cannot?.has(card)
          ? 'no'
          : '',
    strange ? 'off' : '',
  ];
  return (
    <button class={look.join(' ')} aria-label={state} aria-pressed={side !== undefined} onClick={() => tap(card)}>
      <b class="figure">
        <CardFace card={card} />
      </b>
      {side !== undefined && <em>{letters[side]}</em>}
    </button>
  );
}
