import { signal } from '@preact/signals';
import { get, set } from 'idb-keyval';

import type { HandRecord } from '../client/types.gen';
import { rebased } from './parts';

type Records = Record<string, HandRecord>;
/** Hands that are being entered on this phone, by match and number. */
const drafts = signal<Records>({});
/** What the match had of each of them when it was begun, as far as that is still to compare. */
const bases = signal<Records>({});

const key = (matchId: string, number: number) => `${matchId}/${number}`;

export async function recallDrafts(): Promise<void> {
  drafts.value = (await get<Records>('drafts')) ?? {};
  bases.value = (await get<Records>('bases')) ?? {};
}

export function draft(matchId: string, number: number): HandRecord | undefined {
  return drafts.value[key(matchId, number)];
}

/** What the match had of a hand when its draft was begun. */
export function base(matchId: string, number: number): HandRecord {
  return bases.value[key(matchId, number)] ?? {};
}

export function redraft(matchId: string, number: number, record: HandRecord): void {
  drafts.value = { ...drafts.value, [key(matchId, number)]: record };
  void set('drafts', drafts.value);
}

/** Keeps what is entered of a hand of which the match has what is `kept`. */
export function enter(matchId: string, number: number, record: HandRecord, kept: HandRecord): void {
  if (!draft(matchId, number)) rebase(matchId, number, kept);
  redraft(matchId, number, record);
}

/** Brings a draft up to date with what the match has now; what was typed here stays. */
export function updateDraft(matchId: string, number: number, kept: HandRecord): void {
  const own = draft(matchId, number);
  if (!own) return; // to look at a hand is to enter nothing
  const { record, base: next } = rebased(own, base(matchId, number), kept);
  rebase(matchId, number, next);
  if (record !== own) redraft(matchId, number, record);
}

/** Drop the drafts of a match, all of whose hands may have changed. */
export function dropDrafts(matchId: string): void {
  drafts.value = elsewhere(drafts.value, matchId);
  bases.value = elsewhere(bases.value, matchId);
  void set('drafts', drafts.value);
  void set('bases', bases.value);
}

/** Notes that what was typed is meant to replace what the match has. */
export function rebase(matchId: string, number: number, kept: HandRecord): void {
  bases.value = { ...bases.value, [key(matchId, number)]: kept };
  void set('bases', bases.value);
}

export function dropDraft(matchId: string, number: number): void {
  drafts.value = without(drafts.value, key(matchId, number));
  bases.value = without(bases.value, key(matchId, number));
  void set('drafts', drafts.value);
  void set('bases', bases.value);
}

function without(records: Records, dropped: string): Records {
  const { [dropped]: _, ...others } = records;
  return others;
}

function elsewhere(records: Records, matchId: string): Records {
  return Object.fromEntries(Object.entries(records).filter(([name]) => !name.startsWith(`${matchId}/`)));
}
