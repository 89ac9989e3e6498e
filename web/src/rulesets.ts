import { signal } from '@preact/signals';
import { get, set } from 'idb-keyval';

import { getRuleset, listRulesets } from './client';
import type { Ruleset, RulesetSummary } from './client/types.gen';
import { answer } from './server';

/** The rule sets to choose from, and whole those that were looked at; also without signal. */
export const presets = signal<RulesetSummary[]>([]);
export const rulesets = signal<Record<string, Ruleset>>({});

export async function recallRulesets(): Promise<void> {
  presets.value = (await get<RulesetSummary[]>('presets')) ?? [];
  rulesets.value = (await get<Record<string, Ruleset>>('rulesets')) ?? {};
}

export async function loadPresets(): Promise<void> {
  const { items } = await answer(listRulesets());
  presets.value = items;
  await set('presets', items);
}

export async function loadRuleset(id: string): Promise<Ruleset> {
  const known = rulesets.value[id];
  if (known) return known;
  const ruleset = await answer(getRuleset({ path: { rulesetId: id } }));
  rulesets.value = { ...rulesets.value, [id]: ruleset };
  await set('rulesets', rulesets.value);
  return ruleset;
}
