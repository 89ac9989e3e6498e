import type { Card, Disagreement, HandRecord, PointClaim } from 'pitchkeeper-client';
import { entered, isSame, partsOf, withPart } from './parts';

export type Pick = 'yours' | 'theirs';
/** The facts that are decided together: what is said of one point, or who bid what. */
export type Row = Disagreement[];

// How much of a pile is listed follows from its cards, where both phones list some.
const FOLLOWING = ['difference.listed', 'difference.pile_trumps'];
const BID = ['difference.pitcher', 'difference.bid'];

/** Return differences as rows: those on which the two records contradict each other come first. */
export function rowsOf(differences: Disagreement[]): { questions: Row[]; additions: Row[] } {
  const rows = new Map<string, Row>();
  for (const [at, fact] of differences.entries()) {
    const { code, args } = fact.message;
    if (FOLLOWING.includes(code) && fact.yours && fact.theirs) continue;
    const name = BID.includes(code) ? 'bid' : (args.point?.text ?? String(at));
    rows.set(name, [...(rows.get(name) ?? []), fact]);
  }
  const all = [...rows.values()];
  return { questions: all.filter(isContradiction), additions: all.filter((row) => !isContradiction(row)) };
}

const isContradiction = (row: Row) => row.some(({ yours }) => yours) && row.some(({ theirs }) => theirs);

/** Return the record that says a fact of which the other says nothing. */
export const teller = ([fact]: Row): Pick => (fact?.yours ? 'yours' : 'theirs');

/** Return the record that was sent, with the rows of the kept one that are picked. */
export function mergedRecord(yours: HandRecord, theirs: HandRecord, picks: [Row, Pick | undefined][]): HandRecord {
  return picks
    .flatMap(([row, pick]) => (pick === 'theirs' ? row : []))
    .reduce((record, fact) => taking(record, theirs, fact), entered(yours));
}

/** Return the hand as it is once each part of it is what was put together of one conflict about it. */
export function mergedHand(parts: { record: HandRecord; theirs: HandRecord }[]): HandRecord {
  const latest = parts.at(-1)!.theirs;
  return parts.reduce(
    (hand, { record, theirs }) =>
      partsOf(record, theirs)
        .filter((part) => !isSame(record, theirs, part))
        .reduce((changed, part) => withPart(changed, part, record), hand),
    entered(latest),
  );
}

/** The record that was sent, with what the kept one says of a fact in the place of its own. */
export function taking(record: HandRecord, theirs: HandRecord, fact: Disagreement): HandRecord {
  const pointer = fact.theirFact ?? fact.yourFact ?? '';
  const [room = '', second = ''] = pointer.split('/').slice(1);
  if (room === 'piles') return takingPile(record, theirs, fact);
  if (room === 'contract') return takingContract(record, theirs, second);
  if (room === 'claims') {
    if (second === 'points') return takingPoint(record, theirs, fact);
    return { ...record, claims: { ...record.claims, [second]: theirs.claims?.[second as 'pips'] ?? null } };
  }
  if (room === 'tricks') {
    const tricks = [...(record.tricks ?? [])];
    tricks[Number(second)] = theirs.tricks?.[Number(second)] ?? {};
    return { ...record, tricks: Array.from(tricks, (trick) => trick ?? {}) };
  }
  // The rest is one value, or a list that only makes sense as a whole.
  return { ...record, [room]: theirs[room as 'trump'] ?? null };
}

function takingContract(record: HandRecord, theirs: HandRecord, part: string): HandRecord {
  const own = record.contract ?? theirs.contract;
  if (!own || !theirs.contract) return { ...record, contract: theirs.contract ?? null };
  return { ...record, contract: { ...own, [part]: theirs.contract[part as 'bid'] ?? null } };
}

function takingPoint(record: HandRecord, theirs: HandRecord, { message }: Disagreement): HandRecord {
  const point = message.args.point?.text;
  const others = (record.claims?.points ?? []).filter((claim) => claim.point !== point);
  const claim = theirs.claims?.points?.find((one: PointClaim) => one.point === point);
  return { ...record, claims: { ...record.claims, points: claim ? [...others, claim] : others } };
}

function takingPile(record: HandRecord, theirs: HandRecord, fact: Disagreement): HandRecord {
  const { theirFact, yourFact } = fact;
  const [, place = '', part, index] = (theirFact ?? yourFact ?? '').split('/').slice(1);
  const from = theirFact ? theirs : record;
  const pile = from.piles?.[Number(place)];
  if (!pile) return record;
  const target = theirFact ? pile.side : undefined;
  if (part === 'cards') return withCard(record, pile.cards[Number(index)]!, target);
  const other = theirs.piles?.find(({ side }) => side === pile.side);
  const piles = record.piles ?? [];
  if (!other) return { ...record, piles: piles.filter(({ side }) => side !== pile.side) };
  const { listed, trumps } = other;
  const told = { ...(listed ? { listed } : {}), ...(trumps === undefined ? {} : { trumps }) };
  const known = piles.some(({ side }) => side === pile.side);
  return {
    ...record,
    piles: known
      ? piles.map((one) => (one.side === pile.side ? { ...one, ...told } : one))
      : [...piles, { side: pile.side, cards: [], ...told }],
  };
}

function withCard(record: HandRecord, card: Card, target: number | undefined): HandRecord {
  const without = (record.piles ?? []).map((pile) => ({
    ...pile,
    cards: pile.cards.filter((one) => one !== card),
  }));
  if (target === undefined) return { ...record, piles: without };
  const known = without.some(({ side }) => side === target);
  const piles = known ? without : [...without, { side: target, cards: [], listed: 'some' as const }];
  return {
    ...record,
    piles: piles.map((pile) => (pile.side === target ? { ...pile, cards: [...pile.cards, card] } : pile)),
  };
}
