import type { HandRecord, Match } from 'pitchkeeper-client';
import { go, leaveFor } from '../places';
import type { Wish } from 'pitchkeeper-client';
import { enqueue } from '../queue';
import { base, dropDraft, enter, type Kept } from './drafts';
import { dealerOf } from './expected';
import { changedParts } from './parts';

/** Whether a hand counts already, so that what a change does is shown before it is done. */
export function counts(match: Match, number: number): boolean {
  const line = match.lines.find((one) => one.number === number);
  return line !== undefined && !['open', 'impossible'].includes(line.standing);
}

/** Whether a hand is locked by a dispute, so that changing it is how the dispute ends. */
export const isDisputed = (match: Match, number: number): boolean =>
  match.lines.some((line) => line.number === number && line.agreement === 'disputed');

/**
 * Keep a hand and go back to the table, or on to what is still to be asked about it. A hand that
 * counts already is not changed before its consequences were seen.
 */
export async function save(
  match: Match,
  number: number,
  record: HandRecord,
  kept: Kept,
  isSettled: boolean,
  isWhole = isDisputed(match, number),
): Promise<void> {
  if (counts(match, number)) {
    enter(match.matchId, number, record, kept);
    go('m', match.matchId, 'hand', number, 'change');
    return;
  }
  leaveFor('m', match.matchId, ...(isSettled ? [] : ['hand', number]));
  const seen = asSeen(match, number, kept);
  await instead(
    match,
    number,
    isWhole ? send(match, number, record, seen.version) : sendParts(match, number, record, seen),
  );
}

/** Drop the draft of what stands in the queue by now, and wait for that: what is typed meanwhile is another. */
export async function instead({ matchId }: Match, number: number, sent: Promise<void>): Promise<void> {
  dropDraft(matchId, number);
  await sent;
}

/**
 * Send the parts of a hand that were entered here, each by itself, so that what another phone says
 * of other parts stays.
 */
export async function sendParts(match: Match, number: number, record: HandRecord, kept: Kept): Promise<void> {
  const parts = changedParts({ dealer: dealerOf(match, number), ...record }, kept.record);
  const about = { matchId: match.matchId, number, seenVersion: kept.version || null };
  await enqueueAll(parts.map((part) => ({ ...about, ...part })));
}

/** Send a hand in the place of all that the match has of it. */
export async function send(
  match: Match,
  number: number,
  record: HandRecord,
  seenVersion: number | null,
): Promise<void> {
  const { matchId } = match;
  const body = { dealer: dealerOf(match, number), ...record };
  const wish: Wish = isDisputed(match, number)
    ? { kind: 'resolve_dispute', matchId, number, body: { settlement: 'corrected', record: body } }
    : { kind: 'record_hand', matchId, number, seenVersion: seenVersion || null, body };
  await enqueueAll([wish]);
}

/** Take a hand that was seen at a version out of the count. */
export async function sendVoid(match: Match, number: number, seenVersion: number): Promise<void> {
  await enqueueAll([{ kind: 'void_hand', matchId: match.matchId, number, seenVersion }]);
}

/** Return what is kept of a hand as it was seen by whoever typed its draft, whatever the sheet says by now. */
export function asSeen({ matchId }: Match, number: number, kept: Kept): Kept {
  return { ...kept, version: (base(matchId, number) ?? kept).version ?? null };
}

// All stand in the queue before the first is sent: the page may be closed in between.
async function enqueueAll(wishes: Wish[]): Promise<void> {
  await Promise.all(wishes.map(enqueue));
  navigator.vibrate?.(30);
}
