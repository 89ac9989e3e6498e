import type { Ruleset } from 'pitchkeeper-client';
import { useFetched } from '../../fetching';
import { address, place } from '../../places';
import { houses, loadAllRulesets, presets, rulesets } from '../../rulesets';
import { has, say } from '../../wording';

/** The rules that are chosen, in a line, and the whole rulebook a tap away. */
export function ChosenRuleset({ ruleset, onOther }: { ruleset: Ruleset; onOther: () => void }) {
  return (
    <section class="box chosen" aria-labelledby="rules">
      <p class="lab" id="rules">
        {say('whose_rules')}
      </p>
      <p>
        <b>{ruleset.name}</b>
        <small>{inShort(ruleset)}</small>
      </p>
      <div class="pair">
        <button class="plain" onClick={onOther}>
          {say('other_rules')}
        </button>
        <a class="button plain" href={address('rulebook', ruleset.id, ...place.value)}>
          {say('read')}
        </a>
      </div>
    </section>
  );
}

/** Every rule set with one line of what it is; those made on this phone first. */
export function Rulesets({ chosen, onChoose }: { chosen: string; onChoose: (id: string) => void }) {
  useFetched(loadAllRulesets, []);
  const all = [...houses(), ...presets.value];
  return (
    <div class="rulesets lines" role="radiogroup" aria-label={say('whose_rules')}>
      {all.map(({ id, name, document }) => {
        const known = rulesets.value[id];
        return (
          <div>
            <button class="row" role="radio" aria-checked={id === chosen} onClick={() => onChoose(id)}>
              <i />
              <span class="grow">
                <b>{name}</b>
                <small>{known ? inShort(known) : document}</small>
              </span>
            </button>
          </div>
        );
      })}
    </div>
  );
}

/** Who plays it, how many points a hand has, how the dealer is bound, how far it goes. */
function inShort({ rules }: Ruleset): string {
  const points = rules.pointValues.reduce((sum, { worth }) => sum + worth, 0);
  const counts = rules.tables.map(({ players }) => players);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  return [
    say('players_in_short', { range: least === most ? String(most) : `${least}–${most}` }),
    say('rules_in_short', { points, target: rules.target ?? 0, hands: rules.hands ?? 0 }),
    rules.dealerMatches.length > 0 ? say('steal_in_short') : '',
    has(`word.bid.${rules.slam}`) ? say(`word.bid.${rules.slam}`) : '',
    rules.jokers > 0 ? say('jokers_in_short', { jokers: rules.jokers }) : '',
  ]
    .filter(Boolean)
    .join(' · ');
}
