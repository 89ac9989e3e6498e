import { useSignal } from '@preact/signals';

import { changeRules, previewRules } from 'pitchkeeper-client';
import type { HandUnderRules, Match, NewRules } from 'pitchkeeper-client';
import { useFetched } from '../../fetching';
import { keep, load, sheets } from '../../matches';
import { HouseRules } from '../opening/HouseRules';
import { ChosenRuleset, Rulesets } from '../opening/Rulesets';
import { Icon } from '../../parts/Icon';
import { signed } from '../../parts/Score';
import { Screen } from '../../parts/Screen';
import { address, leaveFor } from '../../places';
import { loadPresets, loadUsual, rulesets } from '../../rulesets';
import { answer, words } from '../../server';
import { say } from '../../wording';
import { Effects, type HandRow } from '../../parts/Effects';
import '../../styles/correction.css';

/** Other rules for a match that goes on, and what they do to every hand of it before they hold. */
export function RulesChange({ matchId }: { matchId: string }) {
  const match = sheets.value[matchId];
  const picked = useSignal<string | undefined>(undefined);
  const looking = useSignal(false);
  const making = useSignal(0);
  const chosen = picked.value ?? match?.ruleset.id ?? '';
  const ruleset = rulesets.value[chosen];
  const preset = ruleset && rulesets.value[ruleset.preset];
  useFetched(loadPresets, []);
  const { said: missing } = useFetched(() => load(matchId), [matchId]);
  const { said: unknown } = useFetched(() => (chosen ? loadUsual(chosen) : undefined), [chosen]);
  // Of the rules that hold there is nothing to ask.
  const { found: preview, said: failed } = useFetched(
    () =>
      match && chosen !== match.ruleset.id
        ? answer(previewRules({ path: { matchId }, body: wanted(match, chosen) }))
        : undefined,
    [chosen, match?.version],
  );
  const said = failed.value || unknown.value || missing.value;
  if (!match)
    return (
      <Screen title={say('change_rules')} back={address('m', matchId)}>
        {said || say('moment')}
      </Screen>
    );

  async function change(): Promise<void> {
    if (!match) return;
    failed.value = '';
    try {
      const body = wanted(match, chosen);
      const headers = { 'If-Match': `"${match.version}"` };
      await keep(await answer(changeRules({ path: { matchId }, body, headers })));
      leaveFor('m', matchId);
    } catch (error) {
      failed.value = words(error);
    }
  }

  if (looking.value)
    return <Rulesets chosen={chosen} onChoose={(id) => (picked.value = id)} onDone={() => (looking.value = false)} />;
  const misfits = preview.value?.hands.filter(({ misfit }) => misfit !== null) ?? [];
  return (
    <Screen
      class="correction"
      title={say('change_rules')}
      note={say('nothing_yet')}
      back={address('m', matchId, 'hands')}
      foot={
        <footer class="foot">
          {said && <p role="alert">{said}</p>}
          {preview.value && <p class="note">{say('can_undo')}</p>}
          <button
            class="main"
            disabled={!preview.value || making.value > 0 || misfits.length > 0}
            onClick={() => void change()}
          >
            {say('change_rules')}
          </button>
        </footer>
      }
    >
      {ruleset && <ChosenRuleset ruleset={ruleset} onOther={() => (looking.value = true)} />}
      {ruleset && preset && <HouseRules {...{ ruleset, preset, making }} onChange={(id) => (picked.value = id)} />}
      {misfits.map(({ number, misfit }) => (
        <a class="row box ask-row" href={address('m', matchId, 'hand', number)}>
          <span class="grow">
            <span class="lab">{say('hand_number', { hand: number })}</span>
            <br />
            {misfit?.text}
          </span>
          <Icon name="on" />
        </a>
      ))}
      {preview.value && (
        <Effects match={match} consequences={preview.value.consequences} rows={preview.value.hands.map(row)} />
      )}
    </Screen>
  );
}

// A target of the match's own stays where the rules that are taken let a match name one.
function wanted(match: Match, chosen: string): NewRules {
  const [old, taken] = [rulesets.value[match.ruleset.id]?.rules, rulesets.value[chosen]?.rules];
  const isOwn = match.target !== null && old && match.target !== old.target;
  return isOwn && taken?.targetMayChange && taken.target === old.target
    ? { ruleset: chosen, target: match.target }
    : { ruleset: chosen };
}

function row({ number, now, then }: HandUnderRules): HandRow {
  return { number, what: then ? difference(now, then) : '', before: now.scores, after: then?.scores ?? null };
}

function difference(now: HandUnderRules['now'], then: HandUnderRules['now']): string {
  if (now.standing !== then.standing) return say(`standing.${then.standing}`);
  if (now.made !== then.made && then.made !== null) return say(then.made ? 'made' : 'set');
  const isSame = now.deltas.every((points, side) => points === then.deltas[side]);
  return isSame ? say('same_points') : then.deltas.map(signed).join(' : ');
}
