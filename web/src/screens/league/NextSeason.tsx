import { useSignal } from '@preact/signals';

import { openNextSeason } from 'pitchkeeper-client';
import type { League } from 'pitchkeeper-client';
import { dates } from '../../league/draft';
import { leaveFor } from '../../places';
import { answer, words } from '../../server';
import { say } from '../../wording';

/** Opens the season that follows: with the same teams, and the phones are asked along. */
export function NextSeason({ league }: { league: League }) {
  const name = useSignal(league.name);
  const firstNight = useSignal('');
  const carries = useSignal(false);
  const said = useSignal('');
  const { leagueId, format } = league;

  async function open(event: Event): Promise<void> {
    event.preventDefault();
    said.value = '';
    try {
      const following = await answer(
        openNextSeason({
          path: { leagueId },
          body: {
            name: name.value.trim() || league.name,
            dates: dates({ name: '', firstNight: firstNight.value, format, entrants: [] }),
            carries: { balances: carries.value },
          },
        }),
      );
      leaveFor('league', following.leagueId);
    } catch (error) {
      said.value = words(error);
    }
  }

  return (
    <details class="box">
      <summary>{say('season.next')}</summary>
      <form class="naming" onSubmit={(event) => void open(event)}>
        <p class="note">{say('season.how')}</p>
        {said.value && <p role="alert">{said.value}</p>}
        <label class="field">
          <span class="lab">{say('league.name')}</span>
          <input
            value={name.value}
            maxLength={40}
            onInput={({ currentTarget }) => (name.value = currentTarget.value)}
          />
        </label>
        <label class="field">
          <span class="lab">{say('league.first_night')}</span>
          <input
            type="date"
            value={firstNight.value}
            onInput={({ currentTarget }) => (firstNight.value = currentTarget.value)}
          />
        </label>
        {(format.fee ?? 0) > 0 && (
          <button
            type="button"
            class="plain"
            aria-pressed={carries.value}
            onClick={() => (carries.value = !carries.value)}
          >
            {say('season.carry')}
          </button>
        )}
        <button class="main">{say('season.open')}</button>
      </form>
    </details>
  );
}
