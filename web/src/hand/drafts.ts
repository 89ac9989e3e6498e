import { signal } from '@preact/signals';
import { get, set } from 'idb-keyval';

import type { HandRecord } from '../client/types.gen';

/** Hands that are being entered on this phone, by match and number. */
const drafts = signal<Record<string, HandRecord>>({});

const key = (matchId: string, number: number) => `${matchId}/${number}`;

export async function recallDrafts(): Promise<void> {
  drafts.value = (await get<Record<string, HandRecord>>('drafts')) ?? {};
}

export function draft(matchId: string, number: number): HandRecord | undefined {
  return drafts.value[key(matchId, number)];
}

export function redraft(matchId: string, number: number, record: HandRecord): void {
  drafts.value = { ...drafts.value, [key(matchId, number)]: record };
  void set('drafts', drafts.value);
}

export function dropDraft(matchId: string, number: number): void {
  const { [key(matchId, number)]: _, ...others } = drafts.value;
  drafts.value = others;
  void set('drafts', others);
}

/** Drop the drafts of a match, all of whose hands may have changed. */
export function dropDrafts(matchId: string): void {
  const others = Object.entries(drafts.value).filter(([name]) => !name.startsWith(`${matchId}/`));
  drafts.value = Object.fromEntries(others);
  void set('drafts', drafts.value);
}

/** A record as it is entered: the server answers every field, a draft has those that say something. */
export function entered(record: HandRecord): HandRecord {
  return Object.fromEntries(
    Object.entries(record).filter(
      ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
    ),
  );
}
