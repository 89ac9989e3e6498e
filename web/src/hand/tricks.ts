import type { Card, HandRecord, Trick } from 'pitchkeeper-client';

/** The record with one trick as it is said now; those before it that nobody said are left open. */
export function withTrick(record: HandRecord, at: number, trick: Trick): HandRecord {
  const tricks = [...(record.tricks ?? [])];
  while (tricks.length < at) tricks.push({});
  tricks[at] = trick;
  return { ...record, tricks };
}

/** The record with a card played to a trick, behind the others or in the place of one of them. */
export function withCard(record: HandRecord, at: number, card: Card, place?: number): HandRecord {
  const trick = record.tricks?.[at] ?? {};
  const cards = [...(trick.cards ?? [])];
  cards[place ?? cards.length] = card;
  return withTrick(record, at, { ...trick, cards });
}

/** The record with a trick that nobody recalls any further, and room for the next. */
export function left(record: HandRecord, at: number, tricks: number): HandRecord {
  const kept = withTrick(record, at, record.tricks?.[at] ?? {});
  const isLast = at + 1 >= tricks || at + 1 < kept.tricks!.length;
  return isLast ? kept : withTrick(kept, at + 1, {});
}

/** The record without what was said last of its tricks: a card, who was out, or who led. */
export function takenBack(record: HandRecord): HandRecord {
  const tricks = [...(record.tricks ?? [])];
  while (tricks.length > 0 && isEmpty(tricks.at(-1)!)) tricks.pop();
  const { cards = [], out = [], ...trick } = tricks.pop() ?? {};
  if (cards.length > 0) tricks.push({ ...trick, cards: cards.slice(0, -1), out });
  else if (out.length > 0) tricks.push({ ...trick, out: out.slice(0, -1) });
  return { ...record, tricks: tricks.map(bare) };
}

/** The record as it is sent: of tricks at its end that nobody said anything of, nothing. */
export function told(record: HandRecord): HandRecord {
  const tricks = [...(record.tricks ?? [])];
  while (tricks.length > 0 && isEmpty(tricks.at(-1)!)) tricks.pop();
  return { ...record, tricks };
}

const isEmpty = (trick: Trick) => Object.keys(bare(trick)).length === 0;

function bare({ leader, cards, winner, out }: Trick): Trick {
  return {
    ...(leader == null ? {} : { leader }),
    ...(cards?.length ? { cards } : {}),
    ...(winner == null ? {} : { winner }),
    ...(out?.length ? { out } : {}),
  };
}

/** Where a card was played: the trick and the place in it, from 0. */
export function whereIs(record: HandRecord, card: Card): { at: number; place: number } | undefined {
  const tricks = record.tricks ?? [];
  const at = tricks.findIndex(({ cards }) => cards?.includes(card));
  return at < 0 ? undefined : { at, place: tricks[at]!.cards!.indexOf(card) };
}
