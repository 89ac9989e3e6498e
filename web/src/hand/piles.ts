import type { Card, HandRecord, Match, Pile, Rules } from 'pitchkeeper-client';
import { hasGame, packOf, trumpsOf } from './pack';
import { isSame } from './parts';
import { tableOf } from './tables';

/** The side in whose pile a card is listed. */
export function takerOf(record: HandRecord, card: Card): number | undefined {
  return record.piles?.find(({ cards }) => cards.includes(card))?.side;
}

export function pileOf(record: HandRecord, side: number): Card[] {
  return record.piles?.find((pile) => pile.side === side)?.cards ?? [];
}

/**
 * The record with a card in the pile of a side and in no other; without a side in none. Piles that
 * the card does not touch stay as they were told.
 */
export function put(record: HandRecord, card: Card, side: number | undefined): HandRecord {
  const piles = record.piles ?? [];
  const without = piles
    .map((pile) =>
      pile.cards.includes(card)
        ? some(
            pile.side,
            pile.cards.filter((one) => one !== card),
          )
        : pile,
    )
    .filter((pile, at) => pile.cards.length > 0 || pile === piles[at]);
  if (side === undefined) return { ...record, piles: without };
  const known = without.some((pile) => pile.side === side);
  return {
    ...record,
    piles: known
      ? without.map((pile) => (pile.side === side ? some(side, [...pile.cards, card]) : pile))
      : [...without, some(side, [card])],
  };
}

const some = (side: number, cards: Card[]): Pile => ({ side, cards, listed: 'some' });

/**
 * The record when the table says that no more is to be listed in the piles of some sides: of these
 * the cards that count, and with them all their trumps. Where nothing but trumps counts, the other
 * cards stay unlisted.
 */
export function listedWhole(record: HandRecord, rules: Rules, match: Match, sides: number[]): HandRecord {
  if (!record.trump) return record;
  const trumps = new Set(trumpsOf(rules, packOf(rules, tableOf(rules, match)), record.trump));
  const inPlay = match.players.length * rules.keep;
  const known = (record.piles ?? []).reduce((sum, { cards }) => sum + cards.length, 0);
  const others = (record.piles ?? []).filter(({ side }) => !sides.includes(side));
  const told = sides.map((side): Pile => {
    const cards = pileOf(record, side);
    if (known === inPlay) return { side, cards, listed: 'all' };
    return {
      side,
      cards,
      listed: hasGame(rules) ? 'scoring' : 'some',
      trumps: cards.filter((card) => trumps.has(card)).length,
    };
  });
  return { ...record, piles: [...others, ...told].sort((one, other) => one.side - other.side) };
}

/** The sides whose piles were entered here: they say something else than `base`, or not all yet. */
export function ownPiles(record: HandRecord, base: HandRecord): number[] {
  return (record.piles ?? [])
    .filter((pile) => !isSame(record, base, pile.side) || (pile.listed === 'some' && pile.trumps === undefined))
    .map(({ side }) => side);
}

/** The record with the trumps counted anew in piles that none of the `known` records has as they are. */
export function recounted(record: HandRecord, known: HandRecord[], rules: Rules, match: Match): HandRecord {
  const { trump, piles } = record;
  if (!trump || !piles) return record;
  const trumps = new Set(trumpsOf(rules, packOf(rules, tableOf(rules, match)), trump));
  return {
    ...record,
    piles: piles.map((pile) =>
      pile.trumps === undefined || known.some((one) => isSame(record, one, pile.side))
        ? pile
        : { ...pile, trumps: pile.cards.filter((card) => trumps.has(card)).length },
    ),
  };
}
