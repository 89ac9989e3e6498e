import { planSchedule, previewSchedule } from 'pitchkeeper-client';
import type { Night } from 'pitchkeeper-client';
import { useAttempt, useFetched } from '../../fetching';
import { rounds } from '../../league/night';
import { loadLeague, type LeagueSheet } from '../../leagues';
import { Screen } from '../../parts/Screen';
import { address, leaveFor } from '../../places';
import { answer } from '../../server';
import { say } from '../../wording';

/** Who would meet whom, before it is planned. What was played stays. */
export function PlanScreen({ sheet: { league, schedule } }: { sheet: LeagueSheet }) {
  const { leagueId } = league;
  const path = { leagueId };

  const found = useFetched(() => answer(previewSchedule({ path, body: {} })), [leagueId, schedule.version]);
  const { said, attempt } = useAttempt(found);

  const shown = found.found.value;
  const from = shown?.plan?.fromNight ?? 1;
  // A final, or the next round of a night, is planned without the counts of the nights before.
  const changed = (shown?.nights ?? []).filter((night, at) => meetings(night) !== meetings(schedule.nights[at]));
  const isCounted = changed.length === 0 || JSON.stringify(shown?.plan) !== JSON.stringify(schedule.plan);
  return (
    <Screen
      class="league"
      title={say(schedule.nights.length > 0 ? 'league.plan_again' : 'league.plan')}
      note={say('nothing_yet')}
      back={address('league', leagueId)}
      foot={
        <footer class="foot">
          {said.value && <p role="alert">{said.value}</p>}
          <button
            class="main"
            disabled={!shown}
            onClick={() =>
              void attempt(async () => {
                await answer(planSchedule({ path, body: {}, headers: { 'If-Match': `"${league.version}"` } }));
                await loadLeague(leagueId);
                leaveFor('league', leagueId);
              })
            }
          >
            {say('league.plan_so')}
          </button>
        </footer>
      }
    >
      {shown?.plan && isCounted && (
        <p>{say('league.planned', { night: from, repeats: shown.plan.repeats, pairings: shown.plan.pairings })}</p>
      )}
      {(changed.length > 0 ? changed : (shown?.nights ?? []).filter(({ night }) => night >= from)).map((night) => (
        <section aria-labelledby={`night-${night.night}`}>
          <h2 id={`night-${night.night}`}>{say('tv.next_night', { night: night.night })}</h2>
          {rounds(night).map((round, at) => (
            <>
              <h3 class="lab">{say('tv.round', { round: at + 1 })}</h3>
              <ol class="lines pairings">
                {round.map(({ number, table, sides }) => (
                  <li key={number}>
                    <span class="figure">{table}</span> {sides.map(({ name }) => name).join(` ${say('versus')} `)}
                  </li>
                ))}
              </ol>
            </>
          ))}
        </section>
      ))}
    </Screen>
  );
}

/** Who meets whom and where, to compare two plans of a night. */
const meetings = (night: Night | undefined) =>
  JSON.stringify(night?.fixtures.map(({ number, slot, table }) => [number, slot, table]));
