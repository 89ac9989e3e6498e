import { signal } from '@preact/signals';
import { get, set } from 'idb-keyval';

import {
  deleteMatch,
  follow as followEvents,
  getHand,
  getMatch,
  listMatches,
  restoreMatch,
  withLines,
  type Hand,
  type JournalAdjustment,
  type Match,
  type MatchEvent,
  type MatchSummary,
  type SheetLines,
} from 'pitchkeeper-client';

import { device } from './device';
import { takenOffIn, writtenIn } from './hand/written';
import { loadMembers } from './people';
import { isOpened, onAnswered, see } from './queue';
import { Refused, answer, reached } from './server';

/** The score sheets that this phone has seen, by match; also without signal. */
export const sheets = signal<Record<string, Match>>({});
export const tables = signal<MatchSummary[]>([]);

export async function recallMatches(): Promise<void> {
  sheets.value = (await get<Record<string, Match>>('sheets')) ?? {};
  tables.value = (await get<MatchSummary[]>('tables')) ?? [];
  const earliest = Date.now() - BACK_MS;
  deleted.value = ((await get<MatchSummary[]>('deleted')) ?? []).filter(
    ({ updatedAt }) => Date.parse(updatedAt) > earliest,
  );
}

/** Takes a sheet that is not older than the one that is shown. */
export async function keep(sheet: Match): Promise<void> {
  const seen = sheets.value[sheet.matchId];
  if (seen && seen.version > sheet.version) return;
  sheets.value = { ...sheets.value, [sheet.matchId]: sheet };
  await Promise.all([set('sheets', sheets.value), see(sheet.matchId, sheet.version)]);
}

/** Takes what changed on a sheet; where that was not the sheet that is shown, the whole is read. */
async function change(lines: SheetLines): Promise<void> {
  const sheet = sheets.value[lines.matchId];
  if (sheet && sheet.version >= lines.version) return;
  const changed = withLines(sheet, lines);
  await (changed ? keep(changed) : load(lines.matchId));
}

/** Tables that this phone deleted, which it can bring back for a while. */
export const deleted = signal<MatchSummary[]>([]);
const BACK_MS = 30 * 24 * 60 * 60 * 1000;

export async function remove(matchId: string): Promise<void> {
  await answer(deleteMatch({ path: { matchId } }));
  const sheet = sheets.value[matchId];
  if (sheet) {
    const updatedAt = new Date().toISOString();
    deleted.value = [{ ...summary(sheet), updatedAt }, ...deleted.value];
    await set('deleted', deleted.value);
  }
  await forget(matchId);
}

export async function bringBack(matchId: string): Promise<void> {
  await keep(await answer(restoreMatch({ path: { matchId } })));
  deleted.value = deleted.value.filter((table) => table.matchId !== matchId);
  await Promise.all([set('deleted', deleted.value), loadTables()]);
}

function summary(sheet: Match): MatchSummary {
  const { matchId, version, name, scores, createdAt, updatedAt } = sheet;
  return {
    matchId,
    version,
    name,
    scores,
    createdAt,
    updatedAt,
    ruleset: sheet.ruleset.name,
    players: sheet.players.map(({ name }) => name),
    sides: sheet.sides.map(({ name }) => name),
    hands: sheet.lines.length,
    winner: sheet.winner?.side ?? null,
  };
}

/** A match that this phone is in no longer. */
export async function forget(matchId: string): Promise<void> {
  const { [matchId]: _, ...others } = sheets.value;
  sheets.value = others;
  tables.value = tables.value.filter((table) => table.matchId !== matchId);
  await Promise.all([set('sheets', others), set('tables', tables.value)]);
}

export async function load(matchId: string): Promise<Match> {
  const own = sheets.value[matchId];
  if (own && !isOpened(matchId)) return own;
  const sheet = await answer(getMatch({ path: { matchId } }));
  await keep(sheet);
  return sheet;
}

export async function loadHand(matchId: string, number: number): Promise<Hand> {
  return answer(getHand({ path: { matchId, number } }));
}

export async function loadTables(): Promise<void> {
  if (!device.value) return;
  const { items } = await answer(listMatches({ query: { limit: 20 } }));
  tables.value = items;
  await set('tables', items);
}

/** What another phone wrote last while this one followed the match; nothing once this one has written since. */
export const news = signal<News | undefined>(undefined);

interface News {
  matchId: string;
  deviceId: string;
  hands: number[];
  /** Those of the hands that are on the sheet no longer. */
  undone: number[];
  adjustments: JournalAdjustment[];
}

/** Follows a match until it is told to stop: each change brings what it altered on the sheet. */
export function follow(matchId: string): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  void (async () => {
    while (!signal.aborted && !isOpened(matchId)) await new Promise((done) => setTimeout(done, 500));
    await followEvents(matchId, (event) => take(matchId, event), {
      signal,
      onBreak: () => load(matchId).catch(() => undefined),
    });
  })();
  return () => ending.abort();
}

async function take(matchId: string, { change: made, sheet, lines }: MatchEvent): Promise<void> {
  reached.value = true;
  const hands = made ? writtenIn(made) : [];
  if (made && hands.length + made.adjustments.length > 0) {
    const { deviceId, adjustments } = made;
    const undone = takenOffIn(made);
    news.value = deviceId === device.value?.deviceId ? undefined : { matchId, deviceId, hands, undone, adjustments };
  }
  if (sheet) await keep(sheet);
  if (lines) await change(lines);
  // Another phone came in, or asks for a seat.
  if (made?.members.length) void loadMembers(matchId).catch(() => undefined);
}

// A sheet is asked for after each change of this phone: a stream may be a moment behind.
onAnswered((_command, item) => {
  void load(item.matchId).catch((error: unknown) => {
    if (!(error instanceof Refused)) reached.value = false;
  });
});
