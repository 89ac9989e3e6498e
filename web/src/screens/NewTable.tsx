import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

import type { Arrangement, Ruleset } from '../client/types.gen';
import { go, address } from '../places';
import { open } from '../opening';
import { Screen } from '../parts/Screen';
import { loadPresets, loadRuleset, presets } from '../rulesets';
import { settings } from '../settings';
import { say } from '../wording';

/** Opens a table: how many sit there, by whose rules; names may wait until they are asked for. */
export function NewTable() {
  const chosen = useSignal(settings.value.ruleset);
  const ruleset = useSignal<Ruleset | undefined>(undefined);
  const count = useSignal(4);
  const sides = useSignal<Arrangement | undefined>(undefined);
  const names = useSignal<string[]>([]);
  const failed = useSignal('');
  useEffect(() => void loadPresets().catch(() => undefined), []);
  useEffect(() => {
    let wanted = true;
    void loadRuleset(chosen.value)
      .then((found) => {
        if (!wanted) return;
        ruleset.value = found;
        const tables = found.rules.tables;
        if (!tables.some(({ players }) => players === count.value)) {
          count.value = tables.find(({ players }) => players === 4)?.players ?? tables[0]!.players;
        }
        sides.value = undefined;
      })
      .catch(() => undefined);
    return () => void (wanted = false);
  }, [chosen.value]);
  const tables = ruleset.value?.rules.tables ?? [];
  const counts = [...new Set(tables.map(({ players }) => players))].sort((a, b) => a - b);
  const arrangements = tables.filter(({ players }) => players === count.value).map((t) => t.sides);

  async function start(): Promise<void> {
    try {
      const players = Array.from({ length: count.value }, (_, seat) => ({
        name: names.value[seat]?.trim() || say('word.player', { number: seat + 1 }),
      }));
      settings.value = { ...settings.value, ruleset: chosen.value };
      const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
      go(
        'm',
        await open({
          ruleset: chosen.value,
          players,
          firstDealer: count.value - 1,
          policy: 'one',
          timeZone: zone,
          ...(sides.value ? { sides: sides.value } : {}),
        }),
      );
    } catch (error) {
      failed.value = error instanceof Error ? error.message : String(error);
    }
  }

  return (
    <Screen
      title={say('new_table')}
      back={address()}
      foot={
        <footer class="foot">
          {failed.value && <p role="alert">{failed.value}</p>}
          <button class="main" onClick={() => void start()}>
            {say('start')}
          </button>
        </footer>
      }
    >
      <label class="field">
        <span class="lab">{say('whose_rules')}</span>
        <select value={chosen.value} onChange={(event) => (chosen.value = event.currentTarget.value)}>
          {presets.value.map(({ id, name }) => (
            <option value={id}>{name}</option>
          ))}
        </select>
      </label>
      <p class="note">
        {ruleset.value && facts(ruleset.value)}{' '}
        <a href={`/v1/rulesets/${encodeURIComponent(chosen.value)}/rulebook.html`}>{say('read')}</a>
      </p>
      {counts.length > 1 && (
        <fieldset class="choices">
          <legend class="lab">{say('how_many')}</legend>
          {counts.map((many) => (
            <button
              class="plain"
              role="radio"
              aria-checked={many === count.value}
              onClick={() => {
                count.value = many;
                sides.value = undefined;
              }}
            >
              {many}
            </button>
          ))}
        </fieldset>
      )}
      {arrangements.length > 1 && (
        <fieldset class="choices">
          <legend class="lab">{say('who_with_whom')}</legend>
          {arrangements.map((arrangement) => (
            <button
              class="plain"
              role="radio"
              aria-checked={arrangement === (sides.value ?? arrangements[0])}
              onClick={() => (sides.value = arrangement)}
            >
              {say(`sides.${arrangement}`)}
            </button>
          ))}
        </fieldset>
      )}
      <fieldset class="names">
        <legend class="lab">{say('names')}</legend>
        {Array.from({ length: count.value }, (_, seat) => (
          <label class="field">
            <span class="hide">{say('word.player', { number: seat + 1 })}</span>
            <input
              placeholder={say('word.player', { number: seat + 1 })}
              value={names.value[seat] ?? ''}
              maxLength={40}
              autocomplete="off"
              onInput={(event) => {
                const all = [...names.value];
                all[seat] = event.currentTarget.value;
                names.value = all;
              }}
            />
          </label>
        ))}
      </fieldset>
    </Screen>
  );
}

function facts({ rules }: Ruleset): string {
  const points = rules.pointValues.reduce((sum, { worth }) => sum + worth, 0);
  return say('rules_in_short', { points, target: rules.target ?? 0, hands: rules.hands ?? 0 });
}
