import { signal } from '@preact/signals';

import type { Arrangement, Match, Rules } from 'pitchkeeper-client';
import { countSides, tableFor, tableOf } from '../../hand/tables';
import { sheets } from '../../matches';
import { loadRuleset, presets, rulesets } from '../../rulesets';
import { settings } from '../../settings';
import { say } from '../../wording';

/** Whose argument it is: the rules, and who sits where; from the match, if there is one. */
export interface Setting {
  ruleset: string;
  players: number;
  sides?: Arrangement;
  names: string[];
  dealer: number;
  scores?: number[];
  target?: number | null;
}

/** The table of an argument that has no match. */
export const elsewhere = signal({ ruleset: settings.value.ruleset, players: 4 });

export function settingOf(matchId: string | undefined): Setting | undefined {
  const match = matchId === undefined ? undefined : sheets.value[matchId];
  if (matchId !== undefined && !match) return undefined;
  if (match) return ofMatch(match);
  const { ruleset, players } = elsewhere.value;
  return {
    ruleset,
    players,
    names: Array.from({ length: players }, (_, seat) => say('word.player', { number: seat + 1 })),
    dealer: players - 1,
  };
}

function ofMatch(match: Match): Setting {
  const rules = rulesets.value[match.ruleset.id]?.rules;
  const table = rules && tableOf(rules, match);
  return {
    ruleset: match.ruleset.id,
    players: match.players.length,
    ...(table?.sides ? { sides: table.sides } : {}),
    names: match.players.map(({ name }) => name),
    dealer: match.nextDealer,
    scores: match.scores,
    target: match.target,
  };
}

export function rulesOf(setting: Setting): Rules | undefined {
  void loadRuleset(setting.ruleset).catch(() => undefined);
  return rulesets.value[setting.ruleset]?.rules;
}

export function rulesName({ ruleset }: Setting): string {
  return presets.value.find(({ id }) => id === ruleset)?.name ?? rulesets.value[ruleset]?.name ?? '';
}

/** Who sits at the table, to choose one of them by the seat. */
export const namesOf = ({ names }: Setting) => names.map((label, value) => ({ value, label }));

/** The names of the sides that score at a table. */
export function sidesOf(setting: Setting, rules: Rules): string[] {
  const { players, names } = setting;
  const places = countSides(players, tableFor(rules, players, setting.sides)?.sides);
  return Array.from({ length: places }, (_, side) => names.filter((_name, seat) => seat % places === side).join(' & '));
}

/** What every question says of its table. */
export function table(setting: Setting) {
  const { ruleset, players, sides, names } = setting;
  return { ruleset, players, names, ...(sides ? { sides } : {}) };
}
