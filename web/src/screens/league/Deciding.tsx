import type { Finals, Format } from 'pitchkeeper-client';
import { Choices } from '../../parts/Choices';
import { isKnockOut, isOfTeams } from '../../league/night';
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
const FINALS = ['ordinary', 'separate', 'knock_out', 'double_knock_out'] as const;
const PLACES = [2, 4, 8, 16];
const GROUPS = [1, 2, 4, 8];
/** Odd, because a knock-out needs a winner; 0 for as many as before it. */
const MATCHES = [0, 1, 3, 5, 7];

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
      {!isKnockOut(format) && <TieBreaks format={format} change={change} />}
      {format.pairing === 'swiss' && (
        <Choices
          label={say('league.first_round')}
          chosen={format.firstRound ?? 'halves'}
          choices={(['halves', 'neighbours', 'drawn'] as const).map((value) => ({
            value,
            label: say(`league_first_round.${value}`),
          }))}
          onChoose={(firstRound) => change({ firstRound })}
        />
      )}
      {(format.nights ?? 1) > 1 && isOfTeams(format) && !isKnockOut(format) && (
        <Choices
          label={say('league.final_night')}
          chosen={format.finalNight ?? 'ordinary'}
          choices={FINALS.map((value) => ({ value, label: say(`league_final.${value}`) }))}
          onChoose={(finalNight) => change({ finalNight, groups: 1 })}
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
      <KnockOut format={format} change={change} />
      <Prizes format={format} change={change} />
    </div>
  );
}

/** The terms of a knock-out, where the league or its last night is one. */
function KnockOut({ format, change }: Props) {
  const { finalNight = 'ordinary', pairing = 'teams', finals = {}, groups = 1 } = format;
  const { places = 4 } = finals;
  const isFinal = finalNight === 'knock_out' || finalNight === 'double_knock_out';
  if (!isFinal && !isKnockOut(format)) return null;
  const isDouble = finalNight === 'double_knock_out' || pairing === 'double_knock_out';
  const set = (changed: Partial<Finals>) => change({ finals: { ...finals, ...changed } });
  return (
    <>
      {isFinal && pairing === 'teams' && (
        <Choices
          label={say('league.groups')}
          chosen={groups}
          choices={GROUPS.map((value) => ({ value, label: value === 1 ? say('league.no_groups') : String(value) }))}
          onChoose={(chosen) => change({ groups: chosen, finals: { ...finals, places: Math.max(places, chosen) } })}
        />
      )}
      {isFinal && (
        <Choices
          label={say('league.final_places')}
          chosen={places}
          choices={PLACES.filter((value) => value >= groups).map((value) => ({ value, label: String(value) }))}
          onChoose={(chosen) => set({ places: chosen })}
        />
      )}
      <Choices
        label={say('league.seeding')}
        chosen={finals.seeding ?? 'standings'}
        choices={[
          { value: 'standings', label: say(groups > 1 ? 'league_seeding.crosswise' : 'league_seeding.standings') },
          { value: 'draw', label: say('league_seeding.draw') },
        ]}
        onChoose={(seeding) => set({ seeding })}
      />
      {isDouble ? (
        <Choices
          label={say('league.reset')}
          chosen={finals.reset ?? 'played'}
          choices={(['played', 'not_played'] as const).map((value) => ({ value, label: say(`league_reset.${value}`) }))}
          onChoose={(reset) => set({ reset })}
        />
      ) : (
        <Choices
          label={say('league.third_place')}
          chosen={finals.thirdPlace ?? 'played'}
          choices={(['played', 'shared'] as const).map((value) => ({
            value,
            label: say(`league_third_place.${value}`),
          }))}
          onChoose={(thirdPlace) => set({ thirdPlace })}
        />
      )}
      {isFinal && (
        <Choices
          label={say('league.final_matches')}
          chosen={finals.matches ?? 0}
          choices={MATCHES.map((value) => ({ value, label: value === 0 ? say('league.as_before') : String(value) }))}
          onChoose={(chosen) => set({ matches: chosen || null })}
        />
      )}
      {isFinal && (finals.matches ?? format.matchesAFixture ?? 3) > 1 && (
        <Choices
          label={say('league.final_length')}
          chosen={finals.length ?? format.length ?? 'all'}
          choices={(['all', 'best_of'] as const).map((value) => ({ value, label: say(`league_length.${value}`) }))}
          onChoose={(length) => set({ length })}
        />
      )}
      {isFinal && (
        <Choices
          label={say('league.others')}
          chosen={finals.others ?? 'play_on'}
          choices={(['play_on', 'stop'] as const).map((value) => ({ value, label: say(`league_others.${value}`) }))}
          onChoose={(others) => set({ others })}
        />
      )}
    </>
  );
}
