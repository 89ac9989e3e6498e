import type { Card, HandRecord, Match, Pile, Rules } from '../client/types.gen';
import { hasGame, packOf, trumpsOf } from './pack';
import { tableOf } from './tables';

/** The side in whose pile a card is listed. */
export function takerOf(record: HandRecord, card: Card): number | undefined {
  return record.piles?.find(({ cards }) => cards.includes(card))?.side;
}

export function pileOf(record: HandRecord, side: number): Card[] {
  return record.piles?.find((pile) => pile.side === side)?.cards ?? [];
}

/** The record with a card in the pile of a side and in no other; without a side in none. */
export function put(record: HandRecord, card: Card, side: number | undefined): HandRecord {
  const piles = (record.piles ?? []).map((pile) => ({
    side: pile.side,
    cards: pile.cards.filter((one) => one !== card),
    listed: 'some' as const,
  }));
  if (side !== undefined) {
    const own = piles.find((pile) => pile.side === side);
    if (own) own.cards.push(card);
    else piles.push({ side, cards: [card], listed: 'some' });
  }
  return { ...record, piles: piles.filter(({ cards }) => cards.length > 0) };
}

/**
 * The record when the table says that no more is to be listed: of every pile the cards that count,
 * and with them all its trumps. Where nothing but trumps counts, the other cards stay unlisted.
 */
export function listedWhole(record: HandRecord, rules: Rules, match: Match): HandRecord {
  if (!record.trump || !record.piles?.length) return record;
  const trumps = new Set(trumpsOf(rules, packOf(rules, tableOf(rules, match)), record.trump));
  const inPlay = match.players.length * rules.keep;
  const known = record.piles.reduce((sum, { cards }) => sum + cards.length, 0);
  const piles = match.sides.map(({ side }): Pile => {
    const cards = pileOf(record, side);
    if (known === inPlay) return { side, cards, listed: 'all' };
    return {
      side,
      cards,
      listed: hasGame(rules) ? 'scoring' : 'some',
      trumps: cards.filter((card) => trumps.has(card)).length,
    };
  });
  return { ...record, piles };
}
