import type { HandRecord, Match } from '../client/types.gen';
import { go, leaveFor } from '../places';
import { enqueue } from '../queue';
import { dropDraft, redraft } from './drafts';
import { dealerOf } from './expected';

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

/**
 * Keeps the tricks as a part of their own, so that what another phone says of piles or points
 * stays. `kept` is the hand as this phone knows it to be kept.
 */
export async function saveTricks(
  match: Match,
  number: number,
  record: HandRecord,
  kept: HandRecord | undefined,
  isSettled: boolean,
): Promise<void> {
  if (counts(match, number) || isDisputed(match, number)) return save(match, number, record, isSettled);
  leaveFor('m', match.matchId, ...(isSettled ? [] : ['hand', number]));
  const about = { matchId: match.matchId, number, seenVersion: match.version || null };
  const { contract = null, trump = null, calls = [], tricks = [], tricksWon = null, surplus = [] } = record;
  const isAuctionKept = isSame(kept?.contract, contract) && isSame(kept?.trump, trump);
  const dealer = record.dealer ?? dealerOf(match, number);
  // Both stand in the queue before the first is sent: the page may be closed in between.
  const auction = isAuctionKept
    ? undefined
    : enqueue({ kind: 'record_auction', ...about, body: { dealer, calls, contract, trump } });
  await enqueue({ kind: 'record_tricks', ...about, body: { tricks, tricksWon, surplus } });
  await auction;
  dropDraft(match.matchId, number);
  navigator.vibrate?.(30);
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

export async function send(
  match: Match,
  number: number,
  record: HandRecord,
  seenVersion = match.version,
): Promise<void> {
  const { matchId } = match;
  if (isDisputed(match, number)) {
    const body = { settlement: 'corrected' as const, record };
    await enqueue({ kind: 'resolve_dispute', matchId, number, body });
  } else {
    await enqueue({ kind: 'record_hand', matchId, number, seenVersion: seenVersion || null, body: record });
  }
  dropDraft(matchId, number);
  navigator.vibrate?.(30);
}
