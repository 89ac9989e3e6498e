import type {
  Command,
  HandRecord,
  Pile,
  RecordAuction,
  RecordClaims,
  RecordPile,
  RecordTricks,
} from 'pitchkeeper-client';

const FIELDS = [
  'dealer',
  'calls',
  'contract',
  'trump',
  'holdings',
  'tricks',
  'tricksWon',
  'surplus',
  'claims',
  'lowDealtTo',
] as const;
/** A part of a record that is entered by itself: a field, or by its side the pile of a side. */
export type Part = (typeof FIELDS)[number] | number;

/** A record as it is entered: the server answers every field, a draft has those that say something. */
export function entered(record: HandRecord): HandRecord {
  return Object.fromEntries(
    Object.entries(record).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)),
  );
}

/** Return whether two records say the same in a part, whichever way each was entered. */
export function isSame(one: HandRecord, other: HandRecord, part: Part): boolean {
  return told(one, part) === told(other, part);
}

/** Return the record with a part replaced by that of another record. */
export function withPart(record: HandRecord, part: Part, from: HandRecord): HandRecord {
  if (typeof part !== 'number') return entered({ ...record, [part]: from[part] ?? null });
  const others = (record.piles ?? []).filter(({ side }) => side !== part);
  const own = (from.piles ?? []).filter(({ side }) => side === part);
  return entered({ ...record, piles: [...others, ...own].sort((a, b) => a.side - b.side) });
}

/** Return the parts that any of the records has. */
export function partsOf(...records: HandRecord[]): Part[] {
  const sides = records.flatMap(({ piles }) => (piles ?? []).map(({ side }) => side));
  return [...FIELDS, ...new Set(sides)];
}

/** What is being entered, brought up to date with what the match has meanwhile. */
export interface Rebased {
  record: HandRecord;
  base: HandRecord;
  /** Parts that this phone and another one entered differently. */
  apart: Part[];
}

/**
 * Return a draft that began from `base`, on top of what is kept now: a part that only another phone
 * changed is taken over; one that both changed stays as it was typed.
 */
export function rebased(record: HandRecord, base: HandRecord, kept: HandRecord): Rebased {
  const all = partsOf(record, base, kept);
  const news = all.filter((part) => !isSame(kept, base, part) && !isSame(kept, record, part));
  const apart = news.filter((part) => !isSame(record, base, part));
  const taken = news.filter((part) => !apart.includes(part));
  return {
    record: taken.reduce((draft, part) => withPart(draft, part, kept), record),
    base: apart.reduce((draft, part) => withPart(draft, part, base), kept),
    apart,
  };
}

type EnteredPart =
  | Pick<RecordAuction, 'kind' | 'body'>
  | Pick<RecordTricks, 'kind' | 'body'>
  | Pick<RecordPile, 'kind' | 'body' | 'side'>
  | Pick<RecordClaims, 'kind' | 'body'>;

/** Return what is to be sent of a record, part by part: what `kept` does not say alike. */
export function changedParts(record: HandRecord, kept: HandRecord): EnteredPart[] {
  const isChanged = (...parts: Part[]) => parts.some((part) => !isSame(record, kept, part));
  const { dealer = null, calls = [], contract = null, trump = null } = record;
  const { tricks = [], tricksWon = null, surplus = [], piles = [] } = record;
  const changed: EnteredPart[] = [];
  // Who dealt is only sent by itself where the match has another dealer.
  if (isChanged('calls', 'contract', 'trump') || (kept.dealer != null && isChanged('dealer'))) {
    changed.push({ kind: 'record_auction', body: { dealer, calls, contract, trump } });
  }
  if (isChanged('tricks', 'tricksWon', 'surplus')) {
    changed.push({ kind: 'record_tricks', body: { tricks, tricksWon, surplus } });
  }
  for (const part of partsOf(record, kept)) {
    if (typeof part !== 'number' || !isChanged(part)) continue;
    // A pile of which every card was taken back is as little known as before.
    const { side: _, ...body } = piles.find(({ side }) => side === part) ?? { side: part, cards: [], listed: 'some' };
    changed.push({ kind: 'record_pile', side: part, body });
  }
  if (isChanged('claims', 'lowDealtTo')) {
    changed.push({ kind: 'record_claims', body: { ...record.claims, lowDealtTo: record.lowDealtTo ?? null } });
  }
  return changed;
}

/** Return the record as it is once commands of this phone are done. */
export function afterCommands(record: HandRecord, commands: Command[]): HandRecord {
  return commands.reduce<HandRecord>((known, command) => {
    switch (command.kind) {
      case 'record_hand':
        return entered(command.body);
      case 'record_auction': {
        const { dealer = null, calls = [], contract = null, trump = null } = command.body;
        return entered({ ...known, dealer, calls, contract, trump });
      }
      case 'record_tricks': {
        const { tricks = [], tricksWon = null, surplus = [] } = command.body;
        return entered({ ...known, tricks, tricksWon, surplus });
      }
      case 'record_pile':
        return withPart(known, command.side, { piles: [{ side: command.side, ...command.body }] });
      case 'record_claims': {
        const { lowDealtTo = null, ...claims } = command.body;
        return entered({ ...known, claims: Object.keys(claims).length ? claims : null, lowDealtTo });
      }
      default:
        return known;
    }
  }, record);
}

// What the server answers of a part and what was entered differ in empty fields and in order.
function told(record: HandRecord, part: Part): string {
  const value = typeof part === 'number' ? pileOf(record, part) : record[part];
  return JSON.stringify(bare(value)) ?? '';
}

function pileOf({ piles }: HandRecord, of: number): Omit<Pile, 'side'> | undefined {
  const found = piles?.find(({ side }) => side === of);
  if (!found) return undefined;
  const { cards, listed = 'all', trumps } = found;
  return { cards: [...cards].sort(), listed, ...(trumps === undefined ? {} : { trumps }) };
}

const USUAL: Record<string, unknown> = { inPlay: true, tied: false };

function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.length ? value.map(bare).sort(byPoint) : undefined;
  if (value === null || typeof value !== 'object') return value ?? undefined;
  const told = Object.entries(value)
    .map(([name, each]) => [name, bare(each)] as const)
    .filter(([name, each]) => each !== undefined && each !== USUAL[name])
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return told.length ? Object.fromEntries(told) : undefined;
}

// Only points are said in any order; the order of tricks and calls is what they say.
function byPoint(one: unknown, other: unknown): number {
  const [first, second] = [one, other].map((each) => (each as { point?: string } | undefined)?.point);
  if (first === undefined || second === undefined) return 0;
  return first < second ? -1 : 1;
}
