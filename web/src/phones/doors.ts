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
  create: (role: InviteRole) => Promise<Invite>;
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

// A code of a league hangs on the wall for a whole evening, and every team comes in by it.
const AN_EVENING = 2 * 24 * 60;
const EVERYBODY = 64;

export function doorOfLeague(leagueId: string): Door {
  return {
    id: leagueId,
    list: async () => (await answer(listLeagueInvites({ path: { leagueId } }))).items,
    create: (role) =>
      answer(
        createLeagueInvite({
          path: { leagueId },
          body: { role, uses: EVERYBODY, expiresInMinutes: AN_EVENING },
        }),
      ),
    revoke: (inviteId) => answer(revokeLeagueInvite({ path: { leagueId, inviteId } })),
    draw: (inviteId) => answer(getLeagueInviteQrSvg({ path: { leagueId, inviteId }, parseAs: 'text' })),
  };
}

/** An invite that stands yet, else a new one: a table has no use for many codes. */
export async function inviteThrough(door: Door, role: InviteRole): Promise<Invite> {
  const soon = Date.now() + 10 * 60_000;
  const standing = (await door.list()).find(
    (one) =>
      one.role === role &&
      one.seat === null &&
      one.revokedAt === null &&
      one.usesLeft > 0 &&
      Date.parse(one.expiresAt) > soon,
  );
  return standing ?? door.create(role);
}
