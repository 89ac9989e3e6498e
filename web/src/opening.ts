import { v7 as uuid } from 'uuid';

import { joinRematch } from 'pitchkeeper-client';
import type { Match, NewMatch, Rules, RulesetSummary } from 'pitchkeeper-client';
import { partnershipOf, sideOfSeat, tableFor, tableOf } from './hand/tables';
import { keep } from './matches';
import { enqueue } from './queue';
import { Refused, Unreachable, answer } from './server';
import { loadRuleset, summaryOf } from './rulesets';

const LONGEST_WAIT_MS = 1_000;

/** Opens a match under an id of this phone's own, so that it is there without signal too. */
export async function open(wanted: NewMatch, known?: RulesetSummary): Promise<string> {
  const matchId = uuid();
  const rules = (await loadRuleset(wanted.ruleset).catch(() => undefined))?.rules;
  const ruleset = known ?? summaryOf(wanted.ruleset);
  if (ruleset) await keep(blank(matchId, wanted, { ruleset, rules }));
  const sent = enqueue({ kind: 'open_match', matchId, body: wanted });
  // With a sheet of its own the table begins after a moment, however long the server takes.
  const moment = new Promise((done) => setTimeout(done, LONGEST_WAIT_MS));
  await (ruleset ? Promise.race([sent, moment]) : sent);
  return matchId;
}

/** The same people and rules again, in the match that one of them opened or else in a new one. */
export async function rematch(match: Match): Promise<string> {
  const known = match.nextMatch && (await joined(match.matchId));
  return known || open(again(match, await rulesOf(match)), match.ruleset);
}

// Who had no seat there, or finds that match deleted, begins another.
async function joined(matchId: string): Promise<string | undefined> {
  try {
    const sheet = await answer(joinRematch({ path: { matchId } }));
    await keep(sheet);
    return sheet.matchId;
  } catch (error) {
    if (error instanceof Refused || error instanceof Unreachable) return undefined;
    throw error;
  }
}

const rulesOf = async ({ ruleset }: Match): Promise<Rules | undefined> =>
  (await loadRuleset(ruleset.id).catch(() => undefined))?.rules;

/** What is agreed again; the deal goes on to the left. Without signal the rules may be unknown. */
function again(match: Match, rules: Rules | undefined): NewMatch {
  const arrangement = rules ? tableOf(rules, match)?.sides : partnershipOf(match);
  const own = match.players.find(({ isMine }) => isMine);
  return {
    ruleset: match.ruleset.id,
    rematchOf: match.matchId,
    players: match.players.map(({ name }) => ({ name })),
    firstDealer: match.nextDealer,
    policy: match.policy,
    timeZone: match.timeZone,
    ...(arrangement ? { sides: arrangement } : {}),
    ...(match.target !== null ? { target: match.target } : {}),
    ...(own ? { seat: own.seat } : {}),
    ...(match.name ? { name: match.name } : {}),
  };
}

/** The sheet of a match that the server has not seen: version 0 gives way to any. */
export function blank(
  matchId: string,
  wanted: NewMatch,
  { ruleset, rules }: { ruleset: RulesetSummary; rules: Rules | undefined },
): Match {
  const count = wanted.players.length;
  const arrangement = wanted.sides ?? (rules && tableFor(rules, count)?.sides);
  const seats = wanted.players.map((_, seat) => sideOfSeat(seat, count, arrangement));
  const players = wanted.players.map(({ name }, seat) => ({
    seat,
    name,
    side: seats[seat] ?? 0,
    isClaimed: seat === wanted.seat,
    isMine: seat === wanted.seat,
  }));
  const sides = Array.from({ length: new Set(seats).size }, (_, side) => {
    const own = players.filter((player) => player.side === side);
    return { side, name: own.map(({ name }) => name).join(' & '), seats: own.map(({ seat }) => seat) };
  });
  const now = new Date().toISOString();
  return {
    matchId,
    version: 0,
    name: wanted.name ?? null,
    ruleset,
    policy: wanted.policy ?? 'one',
    timeZone: wanted.timeZone ?? 'UTC',
    target: wanted.target ?? rules?.target ?? null,
    fixedHands: null,
    players,
    sides,
    firstDealer: wanted.firstDealer ?? 0,
    lines: [],
    adjustments: [],
    scores: sides.map(() => 0),
    unscored: [],
    unconfirmed: [],
    unproven: [],
    winner: null,
    outlook: null,
    nextHand: 1,
    nextDealer: wanted.firstDealer ?? 0,
    nextMatch: null,
    createdAt: now,
    updatedAt: now,
  };
}
