import { signal } from '@preact/signals';

import { Asked } from './asked';
import { listMembers } from 'pitchkeeper-client';
import type { Match, Member } from 'pitchkeeper-client';
import { device } from './device';
import { isOpened } from './queue';
import { answer } from './server';

/** Who takes part in the matches that were looked at, by match. */
export const members = signal<Record<string, Member[]>>({});

const lists: Record<string, Asked> = {};

export async function loadMembers(matchId: string): Promise<void> {
  if (!isOpened(matchId)) return;
  lists[matchId] ??= new Asked();
  const isNewest = lists[matchId].begin();
  const { items } = await answer(listMembers({ path: { matchId } }));
  if (isNewest()) members.value = { ...members.value, [matchId]: items };
}

/** This phone among those of a match. */
export function me(matchId: string): Member | undefined {
  return members.value[matchId]?.find(({ deviceId }) => deviceId === device.value?.deviceId);
}

/** Who sits at a seat with a phone. */
export function holder(matchId: string, seat: number): Member | undefined {
  return members.value[matchId]?.find((member) => member.seat === seat);
}

export function nameOf(match: Match, seat: number | null): string {
  return seat === null ? '' : (match.players[seat]?.name ?? '');
}
