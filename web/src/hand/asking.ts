import type { AskedCard, Card, HandRecord, PointName, Rules, Suit } from 'pitchkeeper-client';
import { hasGame, isJoker, offCard, type Pack, trumpsOf } from './pack';
import { takerOf } from './piles';

/** What the picker asks next: a card, the lowest trump, or the rest that counts for Game. */
export interface Asking {
  what: 'trump' | 'card' | 'low' | 'rest' | 'done';
  card?: Card;
}

const RANK_OF: Partial<Record<PointName, string>> = {
  ace: 'A',
  king: 'K',
  jack: 'J',
  ten: 'T',
  nine: '9',
  five: '5',
  three: '3',
  two: '2',
  off_ace: 'A',
  off_king: 'K',
  off_jack: 'J',
  off_nine: '9',
  off_five: '5',
  off_three: '3',
};

/** The card that brings a point while a suit is trump; none where it depends on the deal. */
export function cardOf(point: PointName, trump: Suit): Card | undefined {
  if (point === 'joker' || point === 'high_joker') return 'HJ';
  if (point === 'low_joker') return 'LJ';
  const rank = RANK_OF[point];
  if (!rank) return undefined;
  return point.startsWith('off_') ? offCard(rank, trump) : rank + trump;
}

/**
 * The next question by what the server answers: of the cards that are worth asking for the first
 * that the table did not pass over (`left`).
 */
export function askedBy(cards: AskedCard[], left: ReadonlySet<string>): Asking {
  const next = cards.find(({ card, point }) => !left.has(point === 'low' ? point : card));
  if (!next) return { what: 'done' };
  const { card, point } = next;
  return { what: point === 'low' ? 'low' : point === 'game' ? 'rest' : 'card', card };
}

/**
 * The same as a phone without signal can tell: in the order in which the points are counted. What
 * the table passed over was not out, as far as it knows, and is not asked again.
 */
export function asking(record: HandRecord, rules: Rules, pack: Pack, left: ReadonlySet<string>): Asking {
  const { trump } = record;
  if (!trump) return { what: 'trump' };
  const trumps = trumpsOf(rules, pack, trump);
  const taken = trumps.filter((card) => takerOf(record, card) !== undefined);
  for (const { point } of rules.pointValues) {
    if (point === 'low') continue;
    const card = point === 'high' ? (taken.length === 0 ? trumps[0] : undefined) : cardOf(point, trump);
    if (card && !left.has(card) && takerOf(record, card) === undefined) return { what: 'card', card };
  }
  const natural = taken.filter((card) => !isJoker(card));
  const isLowOpen = rules.pointValues.some(({ point }) => point === 'low') && !left.has('low');
  const lowest = natural.at(-1);
  if (isLowOpen && (!lowest || trumps.indexOf(lowest) <= trumps.indexOf(`T${trump}`))) {
    return { what: 'low' };
  }
  return { what: hasGame(rules) ? 'rest' : 'done' };
}
