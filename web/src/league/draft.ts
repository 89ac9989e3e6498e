import { signal } from '@preact/signals';
import { get, set } from 'idb-keyval';

import type { Format, NewEntrant } from 'pitchkeeper-client';

/** A league that is being put together: it takes longer than a phone stays awake. */
export interface LeagueDraft {
  name: string;
  /** The day of the first night, the others a week apart; empty where nobody says. */
  firstNight: string;
  format: Format;
  entrants: NewEntrant[];
}

const EMPTY: LeagueDraft = {
  name: '',
  firstNight: '',
  format: { pairing: 'teams', players: 2, nights: 5, fixturesANight: 2, matchesAFixture: 3, length: 'all' },
  entrants: [],
};

export const leagueDraft = signal<LeagueDraft>(EMPTY);

export async function recallLeagueDraft(): Promise<void> {
  leagueDraft.value = (await get<LeagueDraft>('leagueDraft')) ?? EMPTY;
}

export async function draftLeague(changed: Partial<LeagueDraft>): Promise<void> {
  leagueDraft.value = { ...leagueDraft.value, ...changed };
  await set('leagueDraft', leagueDraft.value);
}

/** The days of the nights, a week apart. */
export function dates({ firstNight, format }: LeagueDraft): string[] {
  if (!firstNight) return [];
  return Array.from({ length: format.nights ?? 1 }, (_, week) => {
    const day = new Date(`${firstNight}T12:00:00Z`);
    day.setUTCDate(day.getUTCDate() + 7 * week);
    return day.toISOString().slice(0, 10);
  });
}

export const dropLeagueDraft = () => draftLeague(EMPTY);
