import { listJournal } from 'pitchkeeper-client';
import type { Match } from 'pitchkeeper-client';
import { useFetched } from '../fetching';
import { device } from '../device';
import { writtenIn } from '../hand/written';
import { loadMembers, members, nameOf } from '../people';
import { answer } from '../server';
import { moment } from '../moments';
import { say } from '../wording';

/** Return whose phone a device is: by who sits with it, else by its name, else by how it came in. */
export function phoneOf(match: Match, deviceId: string | undefined): string {
  const member = members.value[match.matchId]?.find((one) => one.deviceId === deviceId);
  if (!member) return say('other_phone');
  const name = member.seat === null ? member.deviceName : nameOf(match, member.seat);
  if (name) return say('phone_of', { name });
  return member.role === 'owner' ? say('phone_of_owner') : say('phone_since', { time: moment(member.joinedAt) });
}

// A hand is written a few times in a minute at most.
const LATEST = 30;

/** Return whose phone wrote a hand last, this one apart. */
export function useWriter(match: Match, number: number): string {
  const { matchId } = match;
  useFetched(() => loadMembers(matchId), [matchId, number, match.version]);
  const { found } = useFetched(
    () => answer(listJournal({ path: { matchId }, query: { limit: LATEST, sort: 'newest' } })),
    [matchId, number, match.version],
    { stays: true },
  );
  const last = found.value?.items.find(
    (one) => writtenIn(one).includes(number) && one.deviceId !== device.value?.deviceId,
  );
  return phoneOf(match, last?.deviceId);
}
