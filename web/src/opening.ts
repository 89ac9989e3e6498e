import { v7 as uuid } from 'uuid';

import type { Match, NewMatch } from './client/types.gen';
import { keep } from './matches';
import { enqueue } from './queue';
import { loadRuleset, presets } from './rulesets';

/** Opens a match under an id of this phone's own, so that it is there without signal too. */
export async function open(wanted: NewMatch): Promise<string> {
  const matchId = uuid();
  const ruleset = presets.value.find(({ id }) => id === wanted.ruleset);
  const rules = await loadRuleset(wanted.ruleset).catch(() => undefined);
  if (ruleset) await keep(blank(matchId, wanted, { ruleset, target: rules?.rules.target ?? null }));
  await enqueue({ kind: 'open_match', matchId, body: wanted });
  return matchId;
}

/** The same people and rules again; the deal goes on to the left. */
export function rematch(match: Match): Promise<string> {
  return open({
    ruleset: match.ruleset.id,
    players: match.players.map(({ name }) => ({ name })),
    firstDealer: match.nextDealer,
    policy: match.policy,
    timeZone: match.timeZone,
    ...(match.target === null ? {} : { target: match.target }),
  });
}

/** The sheet of a match that the server has not seen yet: version 0 gives way to any. */
function blank(
  matchId: string,
  wanted: NewMatch,
  { ruleset, target }: Pick<Match, 'ruleset' | 'target'>,
): Match {
  const count = wanted.players.length;
  const together = count % 2 === 0 && count > 2 && wanted.sides !== 'individuals' ? count / 2 : 1;
  const places = together > 1 ? (count === 6 ? 3 : 2) : count;
  const players = wanted.players.map(({ name }, seat) => ({
    seat,
    name,
    side: seat % places,
    isClaimed: false,
  }));
  const sides = Array.from({ length: places }, (_, side) => {
    const own = players.filter((player) => player.side === side);
    return { side, name: own.map(({ name }) => name).join(' & '), seats: own.map(({ seat }) => seat) };
  });
  const now = new Date().toISOString();
  return {
    matchId,
    version: 0,
    ruleset,
    policy: wanted.policy ?? 'one',
    timeZone: wanted.timeZone ?? 'UTC',
    target: wanted.target ?? target,
    fixedHands: null,
    players,
    sides,
    firstDealer: wanted.firstDealer ?? 0,
    lines: [],
    adjustments: [],
    scores: sides.map(() => 0),
    unscored: [],
    unconfirmed: [],
    winner: null,
    outlook: null,
    nextHand: 1,
    nextDealer: wanted.firstDealer ?? 0,
    createdAt: now,
    updatedAt: now,
  };
}
