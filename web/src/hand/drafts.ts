import { signal } from '@preact/signals';
import { get, set } from 'idb-keyval';

import type { HandRecord } from 'pitchkeeper-client';
import { isSame, partsOf, rebased } from './parts';

type Records = Record<string, HandRecord>;

/** A hand as this phone knows the match to have it. */
export interface Kept {
  record: HandRecord;
  /** The version of the match of which this is true; null if nobody here saw the hand. */
  version: number | null;
}

/** What a draft began from; of a draft that was sent and came back only the version is known. */
export type Base = Partial<Kept>;

/** Hands that are being entered on this phone, by match and number. */
const drafts = signal<Records>({});
/** What each of them began from, as far as that is still to compare. */
const bases = signal<Record<string, Base>>({});

const key = (matchId: string, number: number) => `${matchId}/${number}`;

export async function recallDrafts(): Promise<void> {
  drafts.value = (await get<Records>('drafts')) ?? {};
  bases.value = (await get<typeof bases.value>('bases')) ?? {};
}

export function draft(matchId: string, number: number): HandRecord | undefined {
  return drafts.value[key(matchId, number)];
}

/** Return what the draft of a hand began from; undefined if there is no draft. */
export function base(matchId: string, number: number): Base | undefined {
  return bases.value[key(matchId, number)];
}

/** Keep what is entered of a hand from here on; of the match it is known what the base says. */
export function begin(matchId: string, number: number, record: HandRecord, from: Base): void {
  bases.value = { ...bases.value, [key(matchId, number)]: from };
  drafts.value = { ...drafts.value, [key(matchId, number)]: record };
  store();
}

/** Keep what is entered of a hand: in its draft, or in one that begins from what is kept. */
export function enter(matchId: string, number: number, record: HandRecord, kept: Kept): void {
  begin(matchId, number, record, base(matchId, number) ?? kept);
}

/** Bring a draft up to date with what the match has now; what was typed here stays. */
export function updateDraft(matchId: string, number: number, kept: Kept): void {
  const own = draft(matchId, number);
  if (!own) return; // to look at a hand is to enter nothing
  const from = base(matchId, number) ?? {};
  const { record, base: next, apart } = rebased(own, from.record ?? {}, kept.record);
  // Until the table has decided, the server is told what was seen when this was typed.
  if (!from.record) begin(matchId, number, record, { ...from, record: kept.record });
  else
    begin(matchId, number, record, {
      record: next,
      version: apart.length > 0 ? from.version : (kept.version ?? from.version),
    });
}

/** Once the table has decided about what was sent, take that over; what was typed since then stays. */
export function settleDraft(matchId: string, number: number, sent: HandRecord, decided: Kept): void {
  const own = draft(matchId, number);
  if (!own) return;
  const { record } = rebased(own, sent, decided.record);
  if (partsOf(record, decided.record).every((part) => isSame(record, decided.record, part))) dropDraft(matchId, number);
  else begin(matchId, number, record, decided);
}

/** Return the drafts of hands of a match, by default of all. */
export function draftsOf(matchId: string, numbers?: number[]): Records {
  const names = numbers?.map((number) => key(matchId, number));
  const isMeant = (name: string) => names?.includes(name) ?? name.startsWith(`${matchId}/`);
  return Object.fromEntries(Object.entries(drafts.value).filter(([name]) => isMeant(name)));
}

/** Drop drafts as they were; one that was typed on since is another one, and stays. */
export function dropDrafts(dropped: Records): void {
  const isLeft = ([name]: [string, unknown]) => dropped[name] === undefined || drafts.value[name] !== dropped[name];
  bases.value = Object.fromEntries(Object.entries(bases.value).filter(isLeft));
  drafts.value = Object.fromEntries(Object.entries(drafts.value).filter(isLeft));
  store();
}

/** Drop the draft of a hand that is sent, or is to be as it was. */
export function dropDraft(matchId: string, number: number): void {
  dropDrafts(draftsOf(matchId, [number]));
}

function store(): void {
  void set('drafts', drafts.value);
  void set('bases', bases.value);
}
