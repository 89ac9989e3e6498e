import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

import { getRulesetDifference } from 'pitchkeeper-client';
import type { Clause, Difference } from 'pitchkeeper-client';
import { useFetched } from '../../fetching';
import { LinkRow } from '../../parts/LinkRow';
import { Screen } from '../../parts/Screen';
import { address, place } from '../../places';
import { loadPresets, loadRuleset, rulesets } from '../../rulesets';
import { answer } from '../../server';
import { say } from '../../wording';
import { ChosenRuleset, Rulesets } from '../opening/Rulesets';
import { rulesName, type Setting } from './setting';

interface Props {
  setting: Setting;
  back: string;
}

/** "Look it up": the rulebook, and on what others say something else. */
export function LookUp({ setting, back }: Props) {
  const { ruleset } = setting;
  const name = rulesName(setting);
  const preset = rulesets.value[ruleset]?.preset;
  // What a house changed is asked most; who plays a preset says whose rules the others know.
  const other = useSignal(preset !== undefined && preset !== ruleset ? preset : '');
  useEffect(() => {
    if (!other.value && preset !== undefined && preset !== ruleset) other.value = preset;
  }, [preset, ruleset]);
  const looking = useSignal(false);
  useFetched(loadPresets, []);
  useFetched<unknown>(() => (other.value ? loadRuleset(other.value) : undefined), [other.value]);
  const { found, said } = useFetched(
    () =>
      other.value
        ? answer(getRulesetDifference({ path: { rulesetId: ruleset }, query: { other: other.value } }))
        : undefined,
    [ruleset, other.value],
  );
  const theirs = rulesets.value[other.value];
  if (looking.value) {
    return (
      <Rulesets chosen={other.value} onChoose={(id) => (other.value = id)} onDone={() => (looking.value = false)} />
    );
  }
  return (
    <Screen class="settle" title={say('argue.look_up')} note={name} back={back}>
      <ul class="lines">
        <li>
          <LinkRow to={address('rulebook', ruleset, ...place.value)} label={say('look_up.read')} />
        </li>
      </ul>
      {theirs ? (
        <ChosenRuleset label={say('look_up.compare')} ruleset={theirs} onOther={() => (looking.value = true)} />
      ) : (
        <button class="plain" onClick={() => (looking.value = true)}>
          {say('look_up.compare')}
        </button>
      )}
      {said.value && <p role="alert">{said.value}</p>}
      {found.value && theirs && <Differences found={found.value} ours={name} theirs={theirs.name} />}
    </Screen>
  );
}

function Differences({ found: { clauses }, ours, theirs }: { found: Difference; ours: string; theirs: string }) {
  return (
    <section aria-labelledby="differ">
      <div role="status">
        <h2 id="differ">{say('look_up.differ', { count: clauses.length })}</h2>
      </div>
      <ol class="lines differ">
        {clauses.map(({ topic, left, right }) => (
          <li key={topic}>
            <Said by={ours} clause={left} />
            <Said by={theirs} clause={right} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Said({ by, clause }: { by: string; clause: Clause | null }) {
  return (
    <p class={clause ? undefined : 'note'}>
      <span class="lab">{by}</span>
      {clause ? clause.sentences.map(({ text }) => text).join(' ') : say('look_up.silent')}
    </p>
  );
}
