import { get, set } from 'idb-keyval';

import {
  createLeaguePublicLink,
  createPublicLink,
  listLeaguePublicLinks,
  listPublicLinks,
  revokeLeaguePublicLink,
  revokePublicLink,
} from 'pitchkeeper-client';
import type { CreatedPublicLink, PublicLink } from 'pitchkeeper-client';
import { answer } from '../server';

/** The links by which a table or a league is seen without signing in. */
export interface PublicLinks {
  id: string;
  list: () => Promise<PublicLink[]>;
  create: () => Promise<CreatedPublicLink>;
  revoke: (linkId: string) => Promise<void>;
}

export function linksOfMatch(matchId: string): PublicLinks {
  return {
    id: matchId,
    list: async () => (await answer(listPublicLinks({ path: { matchId } }))).items,
    create: async () => keepLink(await answer(createPublicLink({ path: { matchId } }))),
    revoke: async (linkId) => {
      await answer(revokePublicLink({ path: { matchId, linkId } }));
      await dropLink(linkId);
    },
  };
}

export function linksOfLeague(leagueId: string): PublicLinks {
  return {
    id: leagueId,
    list: async () => (await answer(listLeaguePublicLinks({ path: { leagueId } }))).items,
    create: async () => keepLink(await answer(createLeaguePublicLink({ path: { leagueId } }))),
    revoke: async (linkId) => {
      await answer(revokeLeaguePublicLink({ path: { leagueId, linkId } }));
      await dropLink(linkId);
    },
  };
}

type Made = Record<string, CreatedPublicLink>;

/** Links that were made on this phone. The server tells a secret once, and a TV may be switched on later. */
export async function linksMadeHere(): Promise<Made> {
  return (await get<Made>('publicLinks')) ?? {};
}

async function keepLink(link: CreatedPublicLink): Promise<CreatedPublicLink> {
  await set('publicLinks', { ...(await linksMadeHere()), [link.linkId]: link });
  return link;
}

async function dropLink(linkId: string): Promise<void> {
  const { [linkId]: _, ...others } = await linksMadeHere();
  await set('publicLinks', others);
}
