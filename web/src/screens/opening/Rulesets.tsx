import type { Ruleset } from 'pitchkeeper-client';
import { rangeOf } from '../../hand/tables';
import { onDemand } from '../../parts/onDemand';
import { address, place } from '../../places';
import { has, say } from '../../wording';

interface Props {
  label?: string;
  ruleset: Ruleset;
  onOther: () => void;
}

/** The rules that are chosen, in a line, and the whole rulebook a tap away. */
export function ChosenRuleset({ label, ruleset, onOther }: Props) {
  return (
    <section class="box chosen" aria-labelledby="rules">
      <p class="lab" id="rules">
        {label ?? say('whose_rules')}
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

/** Every rule set to choose from; fetched ahead, because a table may be opened without a signal. */
export const Rulesets = onDemand(async () => (await import('./RulesetList')).RulesetList);

/** Who plays it, how many points a hand has, how the dealer is bound, how far it goes. */
function inShort({ rules }: Ruleset): string {
  const points = rules.pointValues.reduce((sum, { worth }) => sum + worth, 0);
  return [
    say('players_in_short', { range: rangeOf(rules.tables.map(({ players }) => players)) }),
    say('rules_in_short', { points, target: rules.target ?? 0, hands: rules.hands ?? 0 }),
    rules.dealerMatches.length > 0 ? say('steal_in_short') : '',
    has(`word.bid.${rules.slam}`) ? say(`word.bid.${rules.slam}`) : '',
    rules.jokers > 0 ? say('jokers_in_short', { jokers: rules.jokers }) : '',
  ]
    .filter(Boolean)
    .join(' · ');
}
