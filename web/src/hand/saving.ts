import type { HandRecord, Match } from '../client/types.gen';
import { go, leaveFor } from '../places';
import { enqueue } from '../queue';
import { dropDraft, redraft } from './drafts';

/** Whether a hand counts already, so that what a change does is shown before it is done. */
export function counts(match: Match, number: number): boolean {
  const line = match.lines.find((one) => one.number === number);
  return line !== undefined && !['open', 'impossible'].includes(line.standing);
}

/**
 * Keeps a hand and goes back to the table, or on to what is still to be asked about it. A hand
 * that counts already is not changed before its consequences were seen.
 */
export async function save(
  match: Match,
  number: number,
  record: HandRecord,
  isSettled: boolean,
): Promise<void> {
  if (counts(match, number)) {
    redraft(match.matchId, number, record);
    go('m', match.matchId, 'hand', number, 'change');
    return;
  }
  leaveFor('m', match.matchId, ...(isSettled ? [] : ['hand', number]));
  await send(match, number, record);
}

export async function send(
  match: Match,
  number: number,
  record: HandRecord,
  seenVersion = match.version,
): Promise<void> {
  const { matchId } = match;
  await enqueue({ kind: 'record_hand', matchId, number, seenVersion: seenVersion || null, body: record });
  dropDraft(matchId, number);
  navigator.vibrate?.(30);
}
