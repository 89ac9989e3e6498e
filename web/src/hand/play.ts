import type { Card, HandRecord, Match, Rules, Suit } from 'pitchkeeper-client';
import { RANKS, isJoker, trumpsOf, type Pack } from './pack';

/** A trick as far as it was entered, and what its cards tell. */
export interface Played {
  cards: Card[];
  /** The seats that play to it, from who led on; none where nobody knows who led. */
  order: number[];
  /** Who won it; undefined while that is open. */
  winner: number | undefined;
  /** Whether everybody who is not out has played to it. */
  isWhole: boolean;
}

/** The suit that is trump: as it was said, or as the first card led makes it. */
export function trumpOf({ trump, tricks }: HandRecord, rules: Rules): Suit | undefined {
  if (trump) return trump;
  const first = tricks?.[0]?.cards?.[0];
  return first === undefined ? undefined : madeBy(first, rules);
}

function madeBy(first: Card, rules: Rules): Suit | undefined {
  if (rules.trumpBy === 'first_card') {
    if (isJoker(first)) return rules.pitchedJoker === 'spades' ? 'S' : undefined;
    return first[1] as Suit;
  }
  // Where trump is named it has to be led, or a lead tells nothing; an off-card may be of two suits.
  if (rules.trumpBy === 'named' || isJoker(first) || rules.offCards.includes(first[0]!)) return undefined;
  return first[1] as Suit;
}

/** Whether trump has to be asked for: before the first card where that will not tell it. */
export function asksTrump(record: HandRecord, rules: Rules): boolean {
  if (trumpOf(record, rules)) return false;
  const isLed = Boolean(record.tricks?.[0]?.cards?.length);
  return isLed || rules.trumpBy === 'named' || rules.follow === 'trumps_only';
}

/** The tricks of a record one after the other: who wins one leads to the next. */
export function played(record: HandRecord, rules: Rules, match: Match, pack: Pack): Played[] {
  const trump = trumpOf(record, rules);
  const count = match.players.length;
  let due = record.contract?.pitcher;
  let out: number[] = [];
  return (record.tricks ?? []).map((trick) => {
    const cards = trick.cards ?? [];
    // Who has no trump left will have none later, and the lead goes on to his left.
    out = [...out, ...(trick.out ?? [])];
    const leader = trick.leader ?? due;
    const order = (leader === undefined ? [] : seatsFrom(leader, count)).filter((seat) => !out.includes(seat));
    const isWhole = order.length > 0 && cards.length >= order.length;
    const best = isWhole && trump ? winning(cards.slice(0, order.length), trump, rules, pack) : undefined;
    const winner = best === undefined ? (trick.winner ?? undefined) : order[cards.indexOf(best)];
    due = winner;
    return { cards, order, winner, isWhole };
  });
}

const seatsFrom = (leader: number, count: number) =>
  Array.from({ length: count }, (_, turn) => (leader + turn) % count);

/** The card that wins a trick: the highest trump, else a joker, else the highest of the suit led. */
export function winning(cards: Card[], trump: Suit, rules: Rules, pack: Pack): Card {
  const trumps = trumpsOf(rules, pack, trump);
  const suitOf = (card: Card) => (trumps.includes(card) ? 'trump' : card[1]!);
  const vying = ['trump', 'J', suitOf(cards[0]!)]
    .map((suit) => cards.filter((card) => suitOf(card) === suit))
    .find((found) => found.length > 0)!;
  const depth = (card: Card) =>
    suitOf(card) === 'trump'
      ? trumps.indexOf(card)
      : isJoker(card)
        ? pack.jokers.indexOf(card)
        : RANKS.indexOf(card[0]!);
  const best = vying.reduce((one, other) => (depth(other) < depth(one) ? other : one));
  // Jokers that nobody marked are as high as one another: it is a matter of when they fell.
  if (!isJoker(best) || rules.jokerOrder === 'marked') return best;
  const jokers = vying.filter(isJoker);
  return (rules.jokerOrder === 'first_played' ? jokers[0] : jokers.at(-1))!;
}
