import type { Command, HandRecord, Match, Rules, SheetLine } from 'pitchkeeper-client';
import { sheets } from '../matches';
import { unseen, waiting } from '../queue';
import { rulesets } from '../rulesets';
import { adjusted } from './adjusting';
import { afterCommands } from './parts';
import { foreseen } from './points';

/** A sheet as it will be once all that this phone did is in it, as far as the phone can tell. */
export interface Expected extends Match {
  /** Whether a score in it is added up by this phone alone. */
  isGuess: boolean;
}

/** The sheet of a match with what waits, so that the next hand can be dealt in a cellar too. */
export function expected(matchId: string): Expected | undefined {
  const match = sheets.value[matchId];
  if (!match) return undefined;
  const rules = rulesets.value[match.ruleset.id]?.rules;
  const come = unseen.value.filter(({ version }) => version > match.version);
  return [...come.map(({ command }) => command), ...waiting.value]
    .filter((command) => command.matchId === matchId)
    .reduce<Expected>(
      (sheet, command, at, all) => taken(sheet, command, () => recordAfter(match, all.slice(0, at + 1)), rules),
      { ...match, isGuess: false },
    );
}

/** The hand of the last of some commands, as it is after them. */
function recordAfter({ lines }: Match, commands: Command[]): HandRecord {
  const last = commands.at(-1)!;
  const number = 'number' in last ? last.number : undefined;
  const own = commands.filter((command) => 'number' in command && command.number === number);
  return afterCommands(bidOf(lines.find((line) => line.number === number)), own);
}

/** Return what a sheet alone tells of a hand: who won its bid. */
export function bidOf(line: SheetLine | undefined): HandRecord {
  if (line?.pitcher == null || line.bid === null) return {};
  return { contract: { pitcher: line.pitcher, bid: line.bid } };
}

// A hand that was only bid is still to be entered.
const ENTERS: Command['kind'][] = ['record_hand', 'record_tricks', 'record_pile', 'record_claims'];

function taken(sheet: Expected, command: Command, entered: () => HandRecord, rules: Rules | undefined): Expected {
  if (command.kind === 'make_adjustment') {
    const { side, points } = command.body;
    return { ...sheet, scores: adjusted(sheet, rules, side, points), isGuess: true };
  }
  if (!ENTERS.includes(command.kind) || !('number' in command)) return sheet;
  const { number } = command;
  const line = sheet.lines.find((one) => one.number === number);
  if (line ? !['open', 'impossible'].includes(line.standing) : number !== sheet.nextHand) {
    // What changing a hand does to all that came after is the server's to say.
    return sheet;
  }
  const record = entered();
  const guess = rules && foreseen(record, rules, sheet);
  return {
    ...sheet,
    // What is asked about it was answered; its line comes back with the server's verdict.
    lines: sheet.lines.filter((one) => one !== line),
    scores: guess?.scores ?? sheet.scores,
    isGuess: sheet.isGuess || guess !== undefined,
    ...(line ? {} : { nextHand: number + 1, nextDealer: dealerAfter(sheet, record, rules) }),
  };
}

/** What this phone did about a hand that is not in it yet, as it was at a version. */
export function ownCommands(matchId: string, number: number, version: number): Command[] {
  const come = unseen.value.filter((one) => one.version > version).map(({ command }) => command);
  return [...come, ...waiting.value].filter(
    (command) => command.matchId === matchId && 'number' in command && command.number === number,
  );
}

/** Who dealt a hand. */
export function dealerOf(match: Match, number: number): number {
  return match.lines.find((line) => line.number === number)?.dealer ?? match.nextDealer;
}

function dealerAfter(sheet: Match, { calls }: HandRecord, rules: Rules | undefined): number {
  const isThrownIn = calls?.length && calls.every((call) => call === 'pass');
  if (isThrownIn && rules?.allPass === 'redeal_same_dealer') return sheet.nextDealer;
  return (sheet.nextDealer + 1) % sheet.players.length;
}
