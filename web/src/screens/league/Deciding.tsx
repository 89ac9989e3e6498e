import type { Format } from '../../client/types.gen';
import { Choices } from '../../parts/Choices';
import { say } from '../../wording';
import { Prizes } from './Prizes';
import { TieBreaks } from './TieBreaks';
import { Uneven } from './Uneven';

interface Props {
  format: Format;
  change: (changed: Partial<Format>) => void;
}

const COUNTINGS = ['matches_won', 'fixtures_won', 'points'] as const;
const POLICIES = ['one', 'both_sides', 'owner'] as const;
const REPORTERS = ['all', 'own'] as const;
const FINALS = ['ordinary', 'separate'] as const;

/** How the places are decided, and what they get. */
export function Deciding({ format, change }: Props) {
  return (
    <div class="house">
      <Choices
        label={say('league.counting')}
        chosen={format.counting ?? 'matches_won'}
        choices={COUNTINGS.map((value) => ({ value, label: say(`league_counting.${value}`) }))}
        onChoose={(counting) => change({ counting })}
      />
      <TieBreaks format={format} change={change} />
      {(format.nights ?? 1) > 1 && (
        <Choices
          label={say('league.final_night')}
          chosen={format.finalNight ?? 'ordinary'}
          choices={FINALS.map((value) => ({ value, label: say(`league_final.${value}`) }))}
          onChoose={(finalNight) => change({ finalNight })}
        />
      )}
      <Choices
        label={say('league.policy')}
        chosen={format.policy ?? 'one'}
        choices={POLICIES.map((value) => ({ value, label: say(`league_policy.${value}`) }))}
        onChoose={(policy) => change({ policy })}
      />
      <Choices
        label={say('league.scorers_may')}
        chosen={format.scorersMay ?? 'all'}
        choices={REPORTERS.map((value) => ({ value, label: say(`league_scorers.${value}`) }))}
        onChoose={(scorersMay) => change({ scorersMay })}
      />
      <Uneven format={format} change={change} />
      <Prizes format={format} change={change} />
    </div>
  );
}
