import type { Claims, Finding, Hand, HandRecord } from 'pitchkeeper-client';

/** A screen on which a hand is entered. */
export type Entry = 'bid' | 'points' | 'cards' | 'tricks';

/** The screen that shows each field of a record; what is undefined is only ever answered or sent. */
const SCREENS: Record<keyof HandRecord, Entry | undefined> = {
  dealer: undefined,
  calls: 'bid',
  contract: 'bid',
  trump: 'points',
  piles: 'cards',
  tricks: 'tricks',
  claims: 'points',
  surplus: undefined,
  holdings: undefined,
  tricksWon: undefined,
  lowDealtTo: undefined,
};

/** Return the screen by which a hand was entered, so that it is changed in the same way. */
export function entryOf(record: HandRecord): Entry {
  if (record.tricks?.length) return 'tricks';
  return record.piles?.length ? 'cards' : 'points';
}

/** Return the screen on which a hand is put right: one that shows what its first finding is about. */
export function mendedOn({ record, verdict, findings }: Pick<Hand, 'record' | 'verdict' | 'findings'>): Entry {
  const entry = entryOf(record);
  const shown = factsOf(verdict.findings[0] ?? findings[0]).map(screenOf);
  const first = shown.find((screen) => screen !== undefined);
  if (first !== undefined && !shown.includes(entry)) return first;
  return verdict.pitcher === null && !shown.includes(entry) ? 'bid' : entry;
}

/** Return the record without those facts of a finding that no screen shows; undefined if all are shown. */
export function withoutHidden(record: HandRecord, finding: Finding | undefined): HandRecord | undefined {
  const hidden = factsOf(finding).filter((fact) => screenOf(fact) === undefined);
  if (hidden.length === 0) return undefined;
  const copy = structuredClone(record);
  for (const { field, path } of hidden) {
    if (field === 'claims') delete copy.claims?.[path[0] as keyof Claims];
    else if (field === 'piles') delete copy.piles?.[Number(path[0])]?.trumps;
    else delete copy[field];
  }
  return copy;
}

interface Fact {
  field: keyof HandRecord;
  path: string[];
}

function screenOf({ field, path }: Fact): Entry | undefined {
  const [room = '', part] = path;
  if (field === 'claims' && !['', 'points', 'taken', 'takenTogether'].includes(room)) return undefined;
  if (field === 'piles' && part === 'trumps') return undefined;
  return field === 'contract' && ['calledCard', 'partner'].includes(room) ? 'points' : SCREENS[field];
}

function factsOf(finding: Finding | undefined): Fact[] {
  return (finding?.facts ?? []).flatMap((pointer) => {
    const [field = '', ...path] = pointer.split('/').slice(1);
    return field in SCREENS ? [{ field: field as keyof HandRecord, path }] : [];
  });
}
