import { useSignal } from '@preact/signals';

import { listLeagues } from 'pitchkeeper-client';
import type { LeagueListItem } from 'pitchkeeper-client';
import { device } from '../../device';
import { leagues } from '../../leagues';
import { LeagueRow } from '../../parts/LeagueRow';
import { usePages } from '../../parts/pages';
import { Screen } from '../../parts/Screen';
import { address } from '../../places';
import { answer } from '../../server';
import { say } from '../../wording';

// So long nobody types on.
const PAUSE_MS = 250;

/** Every league that this phone is in, by how its name begins or by its bar. */
export function Leagues() {
  const search = useSignal({ q: '', bar: '' });
  const asked = Object.entries(search.value).flatMap(([name, text]) => (text.trim() ? [[name, text.trim()]] : []));
  const isSearching = asked.length > 0;
  const list = (from?: string) =>
    answer(listLeagues({ query: { limit: 20, ...Object.fromEntries(asked), ...(from ? { cursor: from } : {}) } }));
  const { items, said, more } = usePages<LeagueListItem>(device.value && list, [search.value], {
    pause: isSearching ? PAUSE_MS : 0,
  });

  // Without signal the last leagues are there, though nobody can look further back.
  const shown = items.value ?? (isSearching ? [] : leagues.value);
  return (
    <Screen title={say('leagues')} back={address()}>
      <form role="search" class="pair" onSubmit={(event) => event.preventDefault()}>
        {(['q', 'bar'] as const).map((part) => (
          <label class="field" key={part}>
            <span class="lab">{say(part === 'q' ? 'league.begins' : 'league.bar')}</span>
            <input
              type="search"
              value={search.value[part]}
              maxLength={40}
              autocomplete="off"
              enterkeyhint="search"
              onInput={({ currentTarget }) => (search.value = { ...search.value, [part]: currentTarget.value })}
            />
          </label>
        ))}
      </form>
      <p role="status">{said.value || (isSearching && items.value?.length === 0 && say('league.none_fits'))}</p>
      <ul class="lines">
        {shown.map((league) => (
          <li key={league.leagueId}>
            <LeagueRow league={league} bar={league.bar} />
          </li>
        ))}
      </ul>
      {more && (
        <button class="plain" onClick={more}>
          {say('older')}
        </button>
      )}
    </Screen>
  );
}
