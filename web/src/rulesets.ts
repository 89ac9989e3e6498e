import { signal } from '@preact/signals';
import { get, set } from 'idb-keyval';

import { getRuleset, listRulesets } from 'pitchkeeper-client';
import type { Ruleset, RulesetListItem, RulesetSummary } from 'pitchkeeper-client';
import { Unreachable, answer, words } from './server';
import { say } from './wording';

/** The rule sets to choose from, and whole those that were looked at; also without signal. */
export const presets = signal<RulesetListItem[]>([]);
export const rulesets = signal<Record<string, Ruleset>>({});

export async function recallRulesets(): Promise<void> {
  // A list of an earlier version has fewer fields.
  presets.value = ((await get<RulesetListItem[]>('presets')) ?? []).filter(({ about }) => about !== undefined);
  rulesets.value = (await get<Record<string, Ruleset>>('rulesets')) ?? {};
}

export async function loadPresets(): Promise<void> {
  const { items } = await answer(listRulesets());
  presets.value = items;
  await set('presets', items);
}

/** The rule sets that were changed for a house and seen on this phone. */
export const houses = (): Ruleset[] => Object.values(rulesets.value).filter(({ isPreset }) => !isPreset);

/** A rule set as it is listed, if this phone has seen the list or the rule set itself. */
export function summaryOf(id: string): RulesetSummary | undefined {
  const listed = presets.value.find((preset) => preset.id === id);
  const known = rulesets.value[id];
  return listed ?? (known && { id, hash: known.hash, name: known.name, document: '' });
}

/** Fetch what a table is opened with, so that one can be opened without signal later. */
export async function loadUsual(id: string): Promise<void> {
  await loadRuleset((await loadRuleset(id)).preset);
}

/** Say why rules are not there. */
export const rulesWords = (error: unknown): string =>
  error instanceof Unreachable ? say('rules_need_signal') : words(error);

export async function loadRuleset(id: string): Promise<Ruleset> {
  const known = rulesets.value[id];
  const listed = presets.value.find((preset) => preset.id === id);
  if (known && (!listed || listed.hash === known.hash)) return known;
  const ruleset = await answer(getRuleset({ path: { rulesetId: id } }));
  await keepRuleset(ruleset);
  return ruleset;
}

export async function keepRuleset(...found: Ruleset[]): Promise<void> {
  const added = Object.fromEntries(found.map((ruleset) => [ruleset.id, ruleset]));
  rulesets.value = { ...rulesets.value, ...added };
  await set('rulesets', rulesets.value);
}

/** Reads every preset that was not looked at yet, one after the other: nobody waits for all. */
export async function loadAllRulesets(): Promise<void> {
  for (const { id } of presets.value) await loadRuleset(id);
}

/** Forgets the clauses, which are in the language that was spoken. */
export async function forgetRulesets(): Promise<void> {
  const own = Object.values(rulesets.value).map(({ id }) => id);
  rulesets.value = {};
  await set('rulesets', {});
  await loadPresets().catch(() => undefined);
  for (const id of own) await loadRuleset(id).catch(() => undefined);
}
