import { signal } from '@preact/signals';
import { get, set } from 'idb-keyval';

import { getLeague, getSchedule, getStandings, listLeagues, restoreLeague } from 'pitchkeeper-client';
import type { League, LeagueListItem, Schedule, Standings } from 'pitchkeeper-client';
import { device } from './device';
import { answer } from './server';

/** All that a league night shows. */
export interface LeagueSheet {
  league: League;
  schedule: Schedule;
  standings: Standings;
}

/** The leagues that this phone has seen, by id; also without signal. */
export const leagueSheets = signal<Record<string, LeagueSheet>>({});
export const leagues = signal<LeagueListItem[]>([]);
/** Leagues that whoever holds this phone deleted, and can bring back for a while. */
export const deletedLeagues = signal<LeagueListItem[]>([]);

export async function recallLeagues(): Promise<void> {
  leagueSheets.value = (await get<Record<string, LeagueSheet>>('leagueSheets')) ?? {};
  leagues.value = (await get<LeagueListItem[]>('leagues')) ?? [];
}

export async function loadLeagues(): Promise<void> {
  if (!device.value) return;
  const [{ items }, gone] = await Promise.all([
    answer(listLeagues({ query: { limit: 20 } })),
    answer(listLeagues({ query: { limit: 20, state: 'deleted' } })),
  ]);
  leagues.value = items;
  deletedLeagues.value = gone.items;
  await set('leagues', items);
}

export async function bringLeagueBack(leagueId: string): Promise<void> {
  await answer(restoreLeague({ path: { leagueId } }));
  await loadLeagues();
}

export async function loadLeague(leagueId: string): Promise<LeagueSheet> {
  const path = { leagueId };
  const [league, schedule, standings] = await Promise.all([
    answer(getLeague({ path })),
    answer(getSchedule({ path })),
    answer(getStandings({ path })),
  ]);
  // A look that began before a change may end after it: of each part the newer one stays.
  const seen = leagueSheets.value[leagueId];
  const sheet = {
    league: newer(league, seen?.league),
    schedule: newer(schedule, seen?.schedule),
    standings: newer(standings, seen?.standings),
  };
  leagueSheets.value = { ...leagueSheets.value, [leagueId]: sheet };
  await set('leagueSheets', leagueSheets.value);
  return sheet;
}

export function newer<T extends { version: number }>(found: T, seen: T | undefined): T {
  return seen && seen.version > found.version ? seen : found;
}

/** A league that this phone is in no longer. */
export async function forgetLeague(leagueId: string): Promise<void> {
  const { [leagueId]: _, ...others } = leagueSheets.value;
  leagueSheets.value = others;
  leagues.value = leagues.value.filter((league) => league.leagueId !== leagueId);
  await Promise.all([set('leagueSheets', others), set('leagues', leagues.value)]);
}

const EVERY = 10_000;
const AT_LEAST = 500;

/** Asks for a league as it changes while somebody looks, until it is told to stop. */
export function followLeague(leagueId: string, failed: (error: unknown) => void): () => void {
  const path = { leagueId };
  const stop = new AbortController();
  const { signal } = stop;
  async function look(): Promise<void> {
    let pause = EVERY;
    if (!document.hidden) {
      try {
        const { league } = await loadLeague(leagueId);
        // Answered once something has changed, or after a while: scores of matches change too.
        await answer(getLeague({ path, query: { newerThan: league.version }, signal }));
        pause = AT_LEAST;
      } catch (error) {
        if (!signal.aborted) failed(error);
      }
    }
    if (!signal.aborted) setTimeout(() => void look(), pause);
  }
  void look();
  return () => stop.abort();
}
