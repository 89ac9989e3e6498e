import '../../styles/league.css';

import { useSignal } from '@preact/signals';

import { createLeague, planSchedule } from 'pitchkeeper-client';
import type { Format, NewEntrant } from 'pitchkeeper-client';
import { useFetched } from '../../fetching';
import { signIn } from '../../device';
import { dates, draftLeague, dropLeagueDraft, leagueDraft } from '../../league/draft';
import { isKnockOut, isOfTeams } from '../../league/night';
import { ChosenRuleset, Rulesets } from '../opening/Rulesets';
import { Choices } from '../../parts/Choices';
import { Screen } from '../../parts/Screen';
import { address, leaveFor } from '../../places';
import { loadPresets, loadRuleset, rulesets } from '../../rulesets';
import { Refused, answer, words } from '../../server';
import { settings } from '../../settings';
import { say } from '../../wording';
import { Deciding } from './Deciding';
import { Fee } from './Fee';
import { NewEntrantForm } from './NewEntrantForm';
import { PasteList } from './PasteList';

const PAIRINGS = ['teams', 'swiss', 'knock_out', 'double_knock_out', 'changing_partners', 'progressive'] as const;
const NIGHTS = [1, 2, 3, 5, 8, 10];
const MATCHES = [1, 3, 5];
const A_NIGHT = [1, 2, 3, 4];

/** Opens a league: the usual one stands there already, but for its name and who is in it. */
export function NewLeague() {
  const looking = useSignal(false);
  const opening = useSignal(false);
  const chosen = settings.value.ruleset;
  const ruleset = rulesets.value[chosen];
  const { name, format, entrants } = leagueDraft.value;
  const isTeams = isOfTeams(format);
  useFetched(loadPresets, []);
  const { said } = useFetched(() => loadRuleset(chosen), [chosen]);

  const change = (changed: Partial<Format>) => void draftLeague({ format: { ...format, ...changed } });

  async function create(): Promise<void> {
    said.value = '';
    opening.value = true;
    try {
      await signIn();
      const league = await answer(
        createLeague({
          body: { name: name.trim(), ruleset: chosen, format, entrants, dates: dates(leagueDraft.value) },
        }),
      );
      await dropLeagueDraft();
      // Too few for a night is for the league's own page to say, where more can be added.
      await answer(planSchedule({ path: { leagueId: league.leagueId }, body: {} })).catch((error: unknown) => {
        if (!(error instanceof Refused)) throw error;
      });
      leaveFor('league', league.leagueId);
    } catch (error) {
      said.value = words(error);
    } finally {
      opening.value = false;
    }
  }

  if (looking.value)
    return (
      <Rulesets
        chosen={chosen}
        onChoose={(id) => (settings.value = { ...settings.value, ruleset: id })}
        onDone={() => (looking.value = false)}
      />
    );
  return (
    <Screen
      class="league columns"
      title={say('new_league')}
      back={address()}
      foot={
        <footer class="foot">
          {said.value && <p role="alert">{said.value}</p>}
          <button
            class="main"
            disabled={!name.trim() || entrants.length < 2 || opening.value}
            onClick={() => void create()}
          >
            {say('league.open')}
          </button>
        </footer>
      }
    >
      <label class="field">
        <span class="lab">{say('league.name')}</span>
        <input
          value={name}
          maxLength={40}
          autocomplete="off"
          placeholder={say('league.name_such_as')}
          onInput={({ currentTarget }) => void draftLeague({ name: currentTarget.value })}
        />
      </label>
      {ruleset && <ChosenRuleset ruleset={ruleset} onOther={() => (looking.value = true)} />}
      <Choices
        label={say('league.who_meets')}
        chosen={format.pairing ?? 'teams'}
        choices={PAIRINGS.map((value) => ({ value, label: say(`league_pairing.${value}`) }))}
        onChoose={(pairing) => {
          // Who is in it stays as long as it is teams that meet.
          const keeps = isOfTeams({ pairing }) === isTeams;
          // A knock-out is one evening, and has no other final.
          const evening = isKnockOut({ pairing }) ? { nights: 1, finalNight: 'ordinary' as const } : {};
          void draftLeague({
            format: { ...format, pairing, groups: 1, ...evening },
            ...(keeps ? {} : { entrants: [] }),
          });
        }}
      />
      <Shape format={format} change={change} />
      <details class="box">
        <summary>{say('league.deciding')}</summary>
        <Deciding format={format} change={change} />
      </details>
      <Entrants entrants={entrants} isTeams={isTeams} players={format.players ?? 2} />
    </Screen>
  );
}

interface ShapeProps {
  format: Format;
  change: (changed: Partial<Format>) => void;
}

/** How many nights and matches, and what a night costs. */
function Shape({ format, change }: ShapeProps) {
  const numbers = (all: number[]) => all.map((value) => ({ value, label: String(value) }));
  const short = say('league.shape', {
    nights: format.nights ?? 5,
    matchups: format.fixturesANight ?? 2,
    matches: format.matchesAFixture ?? 3,
  });
  return (
    <details class="box">
      <summary>{short}</summary>
      <div class="house">
        <Choices
          label={say('league.nights')}
          chosen={format.nights ?? 5}
          choices={numbers(NIGHTS)}
          onChoose={(nights) => change({ nights })}
        />
        <Choices
          label={say('league.matchups_a_night')}
          chosen={format.fixturesANight ?? 2}
          choices={numbers(A_NIGHT)}
          onChoose={(fixturesANight) => change({ fixturesANight })}
        />
        <Choices
          label={say('league.matches_a_matchup')}
          chosen={format.matchesAFixture ?? 3}
          choices={numbers(MATCHES)}
          onChoose={(matchesAFixture) => change({ matchesAFixture })}
        />
        <Choices
          label={say('league.until_when')}
          chosen={format.length ?? 'all'}
          choices={(['all', 'best_of'] as const).map((value) => ({ value, label: say(`league_length.${value}`) }))}
          onChoose={(length) => change({ length })}
        />
        <label class="field">
          <span class="lab">{say('league.first_night')}</span>
          <input
            type="date"
            value={leagueDraft.value.firstNight}
            onChange={({ currentTarget }) => void draftLeague({ firstNight: currentTarget.value })}
          />
        </label>
        <Fee format={format} change={change} />
      </div>
    </details>
  );
}

interface EntrantsProps {
  entrants: NewEntrant[];
  isTeams: boolean;
  players: number;
}

function Entrants({ entrants, isTeams, players }: EntrantsProps) {
  return (
    <section class="naming" aria-labelledby="entrants">
      <h2 id="entrants">{say(isTeams ? 'league.which_teams' : 'league.which_players')}</h2>
      <ol class="lines">
        {entrants.map((entrant, at) => (
          <li class="row" key={at}>
            <span class="figure no">{at + 1}</span>
            <span class="grow">
              <b class="cut">{entrant.name}</b>
              {isTeams && <small class="cut">{entrant.players.join(', ')}</small>}
            </span>
            <button
              class="quiet"
              aria-label={say('league.not_in', { name: entrant.name })}
              onClick={() => void draftLeague({ entrants: entrants.filter((_, other) => other !== at) })}
            >
              {say('league.cross_out')}
            </button>
          </li>
        ))}
      </ol>
      <NewEntrantForm
        isTeams={isTeams}
        players={players}
        add={(entrant) => void draftLeague({ entrants: [...leagueDraft.value.entrants, entrant] })}
      />
      <PasteList
        isTeams={isTeams}
        players={players}
        known={entrants.map(({ name }) => name)}
        add={async (pasted) => {
          await draftLeague({ entrants: [...leagueDraft.value.entrants, ...pasted] });
          return pasted.length;
        }}
      />
    </section>
  );
}
