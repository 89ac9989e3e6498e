import type { HandRecord, Match } from '../client/types.gen';
import { go, leaveFor } from '../places';
import { enqueue } from '../queue';
import { dropDraft, enter } from './drafts';
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
 * Keeps a hand and goes back to the table, or on to what is still to be asked about it. A hand
 * that counts already is not changed before its consequences were seen.
 */
export async function save(
  match: Match,
  number: number,
  record: HandRecord,
  kept: HandRecord,
  isSettled: boolean,
): Promise<void> {
  if (counts(match, number)) {
    enter(match.matchId, number, record, kept);
    go('m', match.matchId, 'hand', number, 'change');
    return;
  }
  leaveFor('m', match.matchId, ...(isSettled ? [] : ['hand', number]));
  await send(match, number, record);
}

/**
 * Keeps the parts of a hand that were entered here, each by itself, so that what another phone says
 * of other parts stays; `kept` is the hand as this phone knows it to be kept.
 */
export async function saveParts(
  match: Match,
  number: number,
  record: HandRecord,
  kept: HandRecord,
  isSettled: boolean,
): Promise<void> {
  if (counts(match, number) || isDisputed(match, number)) return save(match, number, record, kept, isSettled);
  leaveFor('m', match.matchId, ...(isSettled ? [] : ['hand', number]));
  // All stand in the queue before the first is sent: the page may be closed in between.
  const parts = changedParts({ dealer: dealerOf(match, number), ...record }, kept);
  const about = { matchId: match.matchId, number, seenVersion: match.version || null };
  await Promise.all(parts.map((part) => enqueue({ ...about, ...part })));
  dropDraft(match.matchId, number);
  navigator.vibrate?.(30);
}

/** Keeps the answer to a question: a part by itself where it is of one only, else the hand. */
export async function sendAnswer(match: Match, number: number, record: HandRecord, kept: HandRecord): Promise<void> {
  const [part, ...others] = changedParts(record, kept);
  if (!part || others.length > 0) return send(match, number, record);
  const { matchId, version } = match;
  await enqueue({ matchId, number, seenVersion: version || null, ...part });
  dropDraft(matchId, number);
  navigator.vibrate?.(30);
}

export async function send(
  match: Match,
  number: number,
  record: HandRecord,
  seenVersion = match.version,
): Promise<void> {
  const { matchId } = match;
  const body = { dealer: dealerOf(match, number), ...record };
  if (isDisputed(match, number)) {
    const settled = { settlement: 'corrected' as const, record: body };
    await enqueue({ kind: 'resolve_dispute', matchId, number, body: settled });
  } else {
    await enqueue({ kind: 'record_hand', matchId, number, seenVersion: seenVersion || null, body });
  }
  dropDraft(matchId, number);
  navigator.vibrate?.(30);
}
