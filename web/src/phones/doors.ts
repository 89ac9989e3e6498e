import {
  createInvite,
  createLeagueInvite,
  getInviteQrSvg,
  getLeagueInviteQrSvg,
  listInvites,
  listLeagueInvites,
  revokeInvite,
  revokeLeagueInvite,
} from 'pitchkeeper-client';
import type { Invite, InviteRole } from 'pitchkeeper-client';
import { answer } from '../server';

/** Where an invite lets somebody in: a table, or a league. */
export interface Door {
  id: string;
  list: () => Promise<Invite[]>;
  /** A new invite, which in a league lives for a day longer than it is needed. */
  create: (role: InviteRole, until: number) => Promise<Invite>;
  revoke: (inviteId: string) => Promise<unknown>;
  /** The code as a drawing. */
  draw: (inviteId: string) => Promise<unknown>;
}

export function doorOfMatch(matchId: string): Door {
  return {
    id: matchId,
    list: async () => (await answer(listInvites({ path: { matchId } }))).items,
    create: (role) => answer(createInvite({ path: { matchId }, body: { role } })),
    revoke: (inviteId) => answer(revokeInvite({ path: { matchId, inviteId } })),
    draw: (inviteId) => answer(getInviteQrSvg({ path: { matchId, inviteId }, parseAs: 'text' })),
  };
}

const A_DAY = 24 * 60;
// A code of a league hangs on the wall for a whole evening, and every team comes in by it.
const AN_EVENING = 2 * A_DAY;
const EVERYBODY = 64;

export function doorOfLeague(leagueId: string): Door {
  return {
    id: leagueId,
    list: async () => (await answer(listLeagueInvites({ path: { leagueId } }))).items,
    create: (role, until) => {
      const expiresInMinutes = Math.max(AN_EVENING, Math.floor((until - Date.now()) / 60_000) + A_DAY);
      return answer(createLeagueInvite({ path: { leagueId }, body: { role, uses: EVERYBODY, expiresInMinutes } }));
    },
    revoke: (inviteId) => answer(revokeLeagueInvite({ path: { leagueId, inviteId } })),
    draw: (inviteId) => answer(getLeagueInviteQrSvg({ path: { leagueId, inviteId }, parseAs: 'text' })),
  };
}

/** An invite that stands until then, else a new one: a table has no use for many codes. */
export async function inviteThrough(door: Door, role: InviteRole, until = Date.now() + 10 * 60_000): Promise<Invite> {
  const standing = (await door.list()).find(
    (one) =>
      one.role === role &&
      one.seat === null &&
      one.revokedAt === null &&
      one.usesLeft > 0 &&
      Date.parse(one.expiresAt) > until,
  );
  return standing ?? door.create(role, until);
}
