import { useSignal } from '@preact/signals';

import { useEffect } from 'preact/hooks';

import { useFetched } from '../../fetching';
import { sideOfSeat } from '../../hand/tables';
import { open } from '../../opening';
import { ChosenRuleset, Rulesets } from './Rulesets';
import { arrangement, called, clearSeating, sitting, wanted } from './seating';
import { Seats } from './Seats';
import { Choices } from '../../parts/Choices';
import { onDemand } from '../../parts/onDemand';
import { Screen } from '../../parts/Screen';
import { address, go } from '../../places';
import { loadPresets, loadUsual, presets, rulesWords, rulesets } from '../../rulesets';
import { reached } from '../../server';
import { settings } from '../../settings';
import { say } from '../../wording';

const HouseRules = onDemand(
  async () => (await import('./HouseRules')).HouseRules,
  () => null,
);

const USUAL_COUNT = 4;

/** Opens a table by the rules of last time: whatever else is asked may be left as it stands. */
export function NewTable() {
  const looking = useSignal(false);
  const making = useSignal(0);
  const chosen = settings.value.ruleset;
  const ruleset = rulesets.value[chosen];
  const preset = rulesets.value[ruleset?.preset ?? chosen];
  useEffect(() => Rulesets.ahead(), []);
  useFetched(loadPresets, []);
  // A list that arrives later may have a newer version of the rules.
  const { said: failed } = useFetched(() => loadUsual(chosen), [chosen, reached.value, presets.value], {
    tell: rulesWords,
  });

  const seatings = ruleset?.rules.tables ?? [];
  const counts = [...new Set(seatings.map(({ players }) => players))].sort((a, b) => a - b);
  const count = [wanted.value, USUAL_COUNT].find((many) => counts.includes(many)) ?? counts[0] ?? 0;
  const possible = seatings.filter(({ players }) => players === count).flatMap(({ sides }) => sides ?? []);
  const sides = possible.find((one) => one === arrangement.value) ?? possible[0];
  const seated = sitting.value ?? { names: [], dealer: count - 1 };
  const dealer = Math.min(seated.dealer, count - 1);
  const usual = seated.names.findIndex((name) => name.trim() !== '' && name.trim() === settings.value.name);
  const mine = seated.mine === undefined && usual >= 0 ? usual : seated.mine;
  const own = mine != null && mine < count ? mine : undefined;

  function choose(id: string): void {
    settings.value = { ...settings.value, ruleset: id };
    failed.value = '';
  }

  async function start(): Promise<void> {
    if (making.value > 0) return;
    making.value++;
    try {
      go('m', await begin());
      clearSeating();
    } finally {
      making.value--;
    }
  }

  function begin(): Promise<string> {
    const name = own === undefined ? undefined : seated.names[own]?.trim();
    settings.value = { ...settings.value, players: count, ...(name ? { name } : {}) };
    return open({
      ruleset: chosen,
      players: Array.from({ length: count }, (_, seat) => ({
        name: seated.names[seat]?.trim() || say('word.player', { number: seat + 1 }),
      })),
      firstDealer: dealer,
      policy: settings.value.policy,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      ...(sides ? { sides } : {}),
      ...(own === undefined ? {} : { seat: own }),
      ...(called.value.trim() ? { name: called.value.trim() } : {}),
    });
  }

  if (looking.value) return <Rulesets chosen={chosen} onChoose={choose} onDone={() => (looking.value = false)} />;
  return (
    <Screen
      class="opening"
      title={say('new_table')}
      back={address()}
      foot={
        <footer class="foot">
          {failed.value && <p role="alert">{failed.value}</p>}
          <button class="main" disabled={count === 0 || making.value > 0} onClick={() => void start()}>
            {say('start')}
          </button>
        </footer>
      }
    >
      {ruleset ? (
        <ChosenRuleset ruleset={ruleset} onOther={() => (looking.value = true)} />
      ) : (
        <button class="plain" onClick={() => (looking.value = true)}>
          {say('whose_rules')}
        </button>
      )}
      {counts.length > 1 && (
        <Choices
          label={say('how_many')}
          chosen={count}
          choices={counts.map((many) => ({ value: many, label: String(many) }))}
          onChoose={(many) => {
            wanted.value = many;
            sitting.value = { names: seated.names, dealer: many - 1 };
          }}
        />
      )}
      {possible.length > 1 && sides && (
        <Choices
          label={say('who_with_whom')}
          chosen={sides}
          choices={possible.map((one) => ({ value: one, label: say(`sides.${one}`) }))}
          onChoose={(one) => (arrangement.value = one)}
        />
      )}
      {sides && (
        <Seats
          count={count}
          sides={Array.from({ length: count }, (_, seat) => sideOfSeat(seat, count, sides))}
          sitting={{ ...seated, dealer, mine }}
          onChange={(changed) => (sitting.value = changed)}
        />
      )}
      {ruleset && preset && <HouseRules {...{ ruleset, preset, making }} asksPolicy onChange={choose} />}
      <label class="field">
        <span class="lab">{say('table_name')}</span>
        <input
          value={called.value}
          maxLength={40}
          autocomplete="off"
          autocapitalize="words"
          placeholder={say('table_name_how')}
          onInput={({ currentTarget }) => (called.value = currentTarget.value)}
        />
      </label>
    </Screen>
  );
}
