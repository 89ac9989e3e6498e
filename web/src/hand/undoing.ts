import { listJournal, restoreVersion, undoChange } from 'pitchkeeper-client';
import type { HandRecord, JournalEntry, JournalHand, Match } from 'pitchkeeper-client';
import { keep } from '../matches';
import { answer } from '../server';
import { say } from '../wording';
import { draftsOf, dropDrafts } from './drafts';
import { isChanged } from './written';

const PAGE = 30;

/** A change that was taken back, with the scores before that, and how the match was and is now. */
export interface Undone {
  entry: JournalEntry;
  scores: readonly number[];
  before: number;
  version: number;
}

/** Take back the last change of the sheet that is shown, and the drafts of its hands; undefined if there is none. */
export async function undo({ matchId, version, scores }: Match): Promise<Undone | undefined> {
  const entry = await lastChange(matchId, version);
  if (!entry) return undefined;
  const drafts = draftsOf(
    matchId,
    entry.hands.map(({ number }) => number),
  );
  const sheet = await answer(undoChange({ path: { matchId }, headers: { 'If-Match': `"${version}"` } }));
  await keep(sheet);
  dropDrafts(drafts);
  return { entry, scores, before: version, version: sheet.version };
}

/** Make the match what it was before an undo, as long as nothing was written since. */
export async function putBack(matchId: string, { before, version }: Undone): Promise<void> {
  const headers = { 'If-Match': `"${version}"` };
  await keep(await answer(restoreVersion({ path: { matchId, version: before }, headers })));
}

/** Return what an undo takes back in a version of a match; undefined if there is nothing. */
async function lastChange(matchId: string, version: number): Promise<JournalEntry | undefined> {
  let wanted = version;
  let cursor: string | undefined;
  do {
    const query = { limit: PAGE, sort: 'newest' as const, ...(cursor === undefined ? {} : { cursor }) };
    const { items, nextCursor } = await answer(listJournal({ path: { matchId }, query }));
    for (const entry of items) {
      if (entry.version > wanted) continue;
      if (entry.restored === null && isOnSheet(entry)) return entry;
      // An undo made the match what it was, so the next one goes on from there.
      wanted = entry.restored ?? entry.version - 1;
    }
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
  return undefined;
}

/** Return what was taken back, in a sentence. */
export function undoText({ hands, adjustments, rules }: JournalEntry): string {
  const changed = hands.find(isChanged);
  if (rules) return say('undo.rules');
  if (changed) return say('undo.hand', { hand: changed.number, what: whatChanged(changed) });
  return say(adjustments.length > 0 ? 'undo.points' : 'undo.name');
}

const isOnSheet = ({ hands, adjustments, players, rules }: JournalEntry): boolean =>
  adjustments.length > 0 || players.length > 0 || rules !== null || hands.some(isChanged);

// What tells most comes first: a hand that is entered anew has most of these.
const PARTS: readonly (readonly [string, (keyof HandRecord)[]])[] = [
  ['tricks', ['tricks', 'tricksWon', 'surplus']],
  ['cards', ['piles', 'holdings']],
  ['points', ['claims', 'lowDealtTo']],
  ['trump', ['trump']],
  ['bid', ['contract', 'calls']],
];

/** Return the part of a hand that a change wrote. */
export function whatChanged({ before, after }: JournalHand): string {
  if (before?.isVoid !== after?.isVoid && before) return 'void';
  if (JSON.stringify(before?.overruled ?? null) !== JSON.stringify(after?.overruled ?? null)) return 'overruled';
  const said = (record: HandRecord | undefined, field: keyof HandRecord) => {
    const value = record?.[field] ?? null;
    return Array.isArray(value) && value.length === 0 ? 'null' : JSON.stringify(value);
  };
  const differs = (field: keyof HandRecord) => said(before?.record, field) !== said(after?.record, field);
  return PARTS.find(([, fields]) => fields.some(differs))?.[0] ?? 'points';
}
