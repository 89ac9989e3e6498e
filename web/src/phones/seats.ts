import { assignSeat, claimSeat } from 'pitchkeeper-client';
import { load } from '../matches';
import { loadMembers } from '../people';
import { answer } from '../server';

/** Asks for a seat; whoever opened the table says yes, unless it was said beforehand. */
export async function sit(matchId: string, seat: number): Promise<void> {
  await answer(claimSeat({ path: { matchId, seat } }));
  await loadMembers(matchId);
}

/** Give a seat to a phone, or free it. */
export async function assign(matchId: string, seat: number, deviceId: string | null): Promise<void> {
  await answer(assignSeat({ path: { matchId, seat }, body: { deviceId } }));
  await Promise.all([load(matchId), loadMembers(matchId)]);
}
