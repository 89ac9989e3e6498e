import { useSignal } from '@preact/signals';

import type { RulesetListItem } from 'pitchkeeper-client';
import { useFetched } from '../../fetching';
import { rangeOf } from '../../hand/tables';
import { Choices, Radios } from '../../parts/Choices';
import { Screen } from '../../parts/Screen';
import { houses, loadAllRulesets, presets } from '../../rulesets';
import { say } from '../../wording';
import { ENDS, type Filter, GAMES, WITHS, fits, gameOf, listed } from './filtering';

interface Choosing {
  chosen: string;
  onChoose: (id: string) => void;
}

/** Every rule set with a word of what it is like, by what a hand pays; those changed on this phone last. */
export function RulesetList({ chosen, onChoose, onDone }: Choosing & { onDone: () => void }) {
  const filter = useSignal<Filter>({ players: 0, end: 'any', with: 'any' });
  useFetched(loadAllRulesets, []);
  const all = presets.value.filter((one) => fits(one, filter.value));
  const own = houses()
    .map(listed)
    .filter((one) => fits(one, filter.value));
  return (
    <Screen
      title={say('whose_rules')}
      foot={
        <footer class="foot">
          <button class="main" onClick={onDone}>
            {say('take_these')}
          </button>
        </footer>
      }
    >
      <Filters filter={filter.value} onChange={(changed) => (filter.value = { ...filter.value, ...changed })} />
      {all.length + own.length === 0 && <p role="status">{say('game.none')}</p>}
      <Radios class="rulesets" aria-label={say('whose_rules')}>
        {GAMES.map((game) => (
          <Group
            title={say(`game.${game}`)}
            all={all.filter((one) => gameOf(one) === game)}
            {...{ chosen, onChoose }}
          />
        ))}
        <Group title={say('game.own')} all={own} {...{ chosen, onChoose }} />
      </Radios>
    </Screen>
  );
}

function Filters({ filter, onChange }: { filter: Filter; onChange: (changed: Partial<Filter>) => void }) {
  const counts = [...new Set(presets.value.flatMap(({ players }) => players))].sort((a, b) => a - b);
  const choices = <T extends string>(all: readonly T[]) => all.map((value) => ({ value, label: say(`game.${value}`) }));
  return (
    <details class="box">
      <summary>{say('game.filter')}</summary>
      <div class="house">
        <Choices
          label={say('how_many')}
          chosen={filter.players}
          choices={[0, ...counts].map((value) => ({ value, label: value === 0 ? say('game.any') : String(value) }))}
          onChoose={(players) => onChange({ players })}
        />
        <Choices
          label={say('game.to_win')}
          chosen={filter.end}
          choices={choices(ENDS)}
          onChoose={(end) => onChange({ end })}
        />
        <Choices
          label={say('who_with_whom')}
          chosen={filter.with}
          choices={choices(WITHS)}
          onChoose={(one) => onChange({ with: one })}
        />
      </div>
    </details>
  );
}

interface GroupProps extends Choosing {
  title: string;
  all: readonly RulesetListItem[];
}

function Group({ title, all, chosen, onChoose }: GroupProps) {
  if (all.length === 0) return null;
  // What more can play is more widely known than the rules of one club.
  const inOrder = [...all].sort((one, other) => other.players.length - one.players.length);
  return (
    <>
      <p class="lab">{title}</p>
      <div class="lines">
        {inOrder.map(({ id, name, about, players, target }) => (
          <button class="row" role="radio" aria-checked={id === chosen} key={id} onClick={() => onChoose(id)}>
            <i />
            <span class="grow">
              <b>{name}</b>
              <small>{about}</small>
              <small>
                {[say('players_in_short', { range: rangeOf(players) }), target && say('to_target', { target })]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </span>
          </button>
        ))}
      </div>
    </>
  );
}
