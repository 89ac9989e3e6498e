import type { League, LeagueMember, Playing } from 'pitchkeeper-client';
import { device } from '../device';
import { say } from '../wording';
import { entrantOf } from './night';

export function playerName(league: League, { entrant, player }: Playing): string {
  return entrantOf(league, entrant)?.players[player] ?? '';
}

/** What a phone of a league is called: by who plays with it, or by its own name. */
export function memberName(league: League, { deviceId, deviceName, playsAs }: LeagueMember): string {
  const isThis = deviceId === device.value?.deviceId;
  const name = playsAs ? playerName(league, playsAs) : (deviceName ?? '');
  if (isThis) return name ? say('this_phone_of', { name }) : say('this_phone');
  return name ? say('phone_of', { name }) : say('league.a_phone');
}
