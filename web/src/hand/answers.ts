import type { Card, HandRecord, Match, Need, Pile, Rules, Verdict } from 'pitchkeeper-client';
import { SUITS, hasGame, packOf, trumpsOf } from './pack';
import { withPart } from './parts';
import { give } from './points';
import { tableOf } from './tables';

/** One answer to a question about a hand, and the record that it makes. */
export interface Answer {
  record: HandRecord;
  side?: number;
  seat?: number;
  /** What else it says: the code of a word of the page or the catalogue. */
  word?: string;
}

interface Asked {
  match: Match;
  rules: Rules;
  record: HandRecord;
  verdict: Verdict;
}

/** Every answer to a question that is answered by naming one thing; none where it is not. */
export function answers(need: Need, asked: Asked): Answer[] {
  const { match, rules, record, verdict } = asked;
  switch (need.ask) {
    case 'who_took':
      return takers(need, asked).map((side) => ({ side, record: moved(need.card!, side, asked) }));
    case 'point': {
      const point = verdict.points?.find((one) => one.point === need.point);
      const sides = point?.possible ?? match.sides.map(({ side }) => side);
      const found: Answer[] = sides.map((side) => ({ side, record: give(record, need.point!, side) }));
      const word = need.point === 'game' ? 'tie' : 'nobody';
      return point?.mayBeNobody ? [...found, { word, record: give(record, need.point!, 'nobody') }] : found;
    }
    case 'trump':
      return SUITS.map((suit) => ({ word: `word.suit.${suit}`, record: { ...record, trump: suit } }));
    case 'pile': {
      const pile: Pile = { side: need.side!, cards: [], listed: hasGame(rules) ? 'scoring' : 'some', trumps: 0 };
      return [{ word: 'nothing_that_counts', record: withPart(record, pile.side, { piles: [pile] }) }];
    }
    case 'low_dealt_to':
      return match.players.map(({ seat }) => ({ seat, record: { ...record, lowDealtTo: seat } }));
    case 'partner':
      return match.players.map(({ seat }) => ({
        ...(seat === record.contract?.pitcher ? { word: 'alone' } : {}),
        seat,
        record: { ...record, contract: { ...record.contract!, partner: seat } },
      }));
    default:
      return [];
  }
}

function takers(need: Need, { match, record }: Asked): number[] {
  const listing = record.piles?.filter(({ cards }) => cards.includes(need.card!)) ?? [];
  return listing.length > 1 ? listing.map(({ side }) => side) : match.sides.map(({ side }) => side);
}

/** The record with a card in one pile only, and the trumps counted in the piles as they are then. */
function moved(card: Card, side: number, { rules, match, record }: Asked): HandRecord {
  const trump = record.trump;
  const isTrump = trump ? trumpsOf(rules, packOf(rules, tableOf(rules, match)), trump).includes(card) : false;
  const piles = (record.piles ?? []).map((pile) => {
    const had = pile.cards.includes(card);
    const has = pile.side === side;
    const cards = pile.cards.filter((one) => one !== card);
    const step = isTrump ? Number(has) - Number(had) : 0;
    return {
      ...pile,
      cards: has ? [...cards, card] : cards,
      ...(pile.trumps === undefined ? {} : { trumps: pile.trumps + step }),
    };
  });
  const known = piles.some((pile) => pile.side === side);
  return { ...record, piles: known ? piles : [...piles, { side, cards: [card], listed: 'some' }] };
}
