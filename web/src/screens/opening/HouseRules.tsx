import { useSignal, type Signal } from '@preact/signals';
import { useRef } from 'preact/hooks';

import { createRuleset } from 'pitchkeeper-client';
import type { Options, Policy, Ruleset } from 'pitchkeeper-client';
import { signIn } from '../../device';
import { Choices } from '../../parts/Choices';
import { keepRuleset, loadRuleset } from '../../rulesets';
import { answer, words } from '../../server';
import { settings } from '../../settings';
import { has, say } from '../../wording';
import { HOUSE_OPTIONS, type HouseOption, changed } from './houseOptions';

const POLICIES: readonly Policy[] = ['one', 'both_sides', 'owner'];

interface Props {
  ruleset: Ruleset;
  preset: Ruleset;
  /** How many changes the server has not answered yet: so long nobody plays by these rules. */
  making: Signal<number>;
  /** Whether it is also asked who agrees to a hand, which a match keeps as it was opened. */
  asksPolicy?: boolean;
  /** The rule set that came of a change: the preset itself where nothing is left changed. */
  onChange: (rulesetId: string) => void;
}

/** What this house plays otherwise, with what the rulebook then says. */
export function HouseRules({ ruleset, preset, making, asksPolicy = false, onChange }: Props) {
  const refused = useSignal('');
  // Who taps on while one change is on its way means both.
  const wanted = useRef<Options>({});

  async function change(options: Options): Promise<void> {
    const asked = { ...wanted.current, ...options };
    wanted.current = asked;
    refused.value = '';
    making.value++;
    try {
      const id = await made(preset, { ...changed(ruleset.rules, preset.rules), ...asked });
      if (wanted.current !== asked) return;
      wanted.current = {};
      onChange(id);
    } catch (error) {
      wanted.current = {};
      refused.value = words(error);
    } finally {
      making.value--;
    }
  }

  return (
    <details class="box">
      <summary>{say('house_rules')}</summary>
      {refused.value && <p role="alert">{refused.value}</p>}
      <div class="house">
        {HOUSE_OPTIONS.filter((option) => option.chosen(ruleset.rules) !== '').map((option) => (
          <div>
            <Choices
              label={say(`house.${option.name}`)}
              chosen={option.chosen(ruleset.rules)}
              choices={choices(option, ruleset, preset)}
              onChoose={(choice) => void change(option.options(choice, preset.rules))}
            />
            <Clauses ruleset={ruleset} topic={option.topic} />
          </div>
        ))}
        {asksPolicy && (
          <div>
            <Choices
              label={say('who_agrees')}
              chosen={settings.value.policy}
              choices={POLICIES.map((policy) => ({ value: policy, label: say(`policy.${policy}`) }))}
              onChoose={(policy) => (settings.value = { ...settings.value, policy })}
            />
          </div>
        )}
      </div>
    </details>
  );
}

/** What is usual, and whatever else these rules have. */
function choices({ name, choices, chosen }: HouseOption, ...rulesets: Ruleset[]) {
  const all = new Set([...choices, ...rulesets.map(({ rules }) => chosen(rules))]);
  return [...all]
    .sort((one, other) => Number(one) - Number(other) || 0)
    .map((value) => ({ value, label: choice(name, value) }));
}

function choice(option: string, value: string): string {
  const code = `house.${option}.${value}`;
  if (has(code)) return say(code);
  return has(`word.bid.${value}`) ? say(`word.bid.${value}`) : value;
}

function Clauses({ ruleset, topic }: { ruleset: Ruleset; topic: string }) {
  const said = ruleset.clauses.filter((clause) => clause.topic === topic);
  return (
    <>
      {said.map(({ sentences, basis }) => (
        <p class={basis === 'house' ? 'own' : undefined}>
          {basis === 'house' && <b>{say('basis.house')}: </b>}
          {sentences.map(({ text }) => text).join(' ')}
        </p>
      ))}
    </>
  );
}

/** Has the server make the rule set, which refuses what contradicts itself. */
async function made(preset: Ruleset, options: Options): Promise<string> {
  const own = Object.keys(changed({ ...preset.rules, ...options }, preset.rules));
  if (own.length === 0) return preset.id;
  await signIn();
  const name = say('house_name', { name: preset.name });
  const ruleset = await answer(createRuleset({ body: { preset: preset.id, name, options } }));
  await keepRuleset(ruleset);
  return (await loadRuleset(ruleset.id)).id;
}
