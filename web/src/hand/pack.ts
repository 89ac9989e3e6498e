import type { Card, Rules, Suit, Table } from 'pitchkeeper-client';

export const RANKS = [...'AKQJT98765432'];
/** The ranks that count for Game, or may. */
export const SCORING = [...'AKQJT'];
export const SUITS: readonly Suit[] = ['S', 'H', 'D', 'C'];
const SAME_COLOUR: Record<Suit, Suit> = { C: 'S', S: 'C', D: 'H', H: 'D' };
const PIPS: Record<string, number> = { A: 4, K: 3, Q: 2, J: 1, T: 10 };

/** What a table is dealt from, the highest first. */
export interface Pack {
  ranks: string[];
  jokers: Card[];
}

export const isJoker = (card: Card) => card === 'HJ' || card === 'LJ';

/** The pack of a table: ranks may be stripped where few play. */
export function packOf(rules: Rules, table: Table | undefined): Pack {
  const stripped = table?.stripped ?? [];
  return {
    ranks: RANKS.filter((rank) => !stripped.includes(rank)),
    jokers: ['HJ', 'LJ'].slice(0, rules.jokers),
  };
}

export function everyCard(pack: Pack): Card[] {
  return [...pack.jokers, ...pack.ranks.flatMap((rank) => SUITS.map((suit) => rank + suit))];
}

/** The trumps of a suit from the highest down: off-cards just below their rank, jokers as ruled. */
export function trumpsOf(rules: Rules, pack: Pack, trump: Suit): Card[] {
  const own = pack.ranks.flatMap((rank) =>
    rules.offCards.includes(rank) ? [rank + trump, rank + SAME_COLOUR[trump]] : [rank + trump],
  );
  if (rules.jokerRank === 'apart') return own;
  if (rules.jokerRank === 'highest') return [...pack.jokers, ...own];
  if (rules.jokerRank === 'lowest') return [...own, ...pack.jokers];
  const ten = own.findIndex((card) => RANKS.indexOf(card[0]!) >= RANKS.indexOf('T'));
  const above = ten < 0 ? own.length : ten;
  return [...own.slice(0, above), ...pack.jokers, ...own.slice(above)];
}

/** What cards count for Game. */
export function pips(cards: Card[], rules: Rules, trump: Suit | null | undefined): number {
  return cards.reduce((sum, card) => {
    if (isJoker(card)) return sum + (rules.jokerPips === 'one' ? 1 : 0);
    if (!rules.trumpJackPips && card === `J${trump}`) return sum;
    return sum + (PIPS[card[0]!] ?? 0);
  }, 0);
}

export const hasGame = (rules: Rules) => rules.pointValues.some(({ point }) => point === 'game');

/** The off-card of a trump suit with a rank. */
export const offCard = (rank: string, trump: Suit): Card => rank + SAME_COLOUR[trump];
