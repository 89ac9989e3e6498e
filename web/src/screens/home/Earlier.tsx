import '../../styles/people.css';

import { useSignal } from '@preact/signals';

import { getPlayerStatistics, listMatches } from 'pitchkeeper-client';
import type { ListMatchesData, MatchSummary, PlayerStatistics } from 'pitchkeeper-client';
import { device, signIn } from '../../device';
import { useFetched } from '../../fetching';
import { loadTables, tables } from '../../matches';
import { Icon } from '../../parts/Icon';
import { LinkRow } from '../../parts/LinkRow';
import { usePages } from '../../parts/pages';
import { Screen } from '../../parts/Screen';
import { TableRow } from '../../parts/TableRow';
import { address } from '../../places';
import { answer, words } from '../../server';
import { settings } from '../../settings';
import { takeIn } from '../../sharing';
import { say } from '../../wording';

interface Search {
  text: string;
  from: string;
  to: string;
}

// So long nobody types on.
const PAUSE_MS = 250;

/** Every table that this phone was ever at, by its name, its people or its day, and those from a file. */
export function Earlier() {
  const search = useSignal<Search>({ text: '', from: '', to: '' });
  const totals = useTotals(search.value);
  const isSearching = Object.values(search.value).some(Boolean);
  const list = (from?: string) =>
    answer(listMatches({ query: { limit: 20, ...filters(search.value), ...(from ? { cursor: from } : {}) } }));
  const { items, said, read, more } = usePages<MatchSummary>(device.value && list, [search.value], {
    pause: isSearching ? PAUSE_MS : 0,
  });

  async function bring(file: File | undefined): Promise<void> {
    if (!file) return;
    said.value = say('moment');
    try {
      await signIn();
      const brought = await takeIn(file);
      const refused = brought.find(({ problem }) => problem !== null)?.problem;
      said.value = refused ? refused.detail : say('came_in', { count: brought.length });
      await Promise.all([read(), loadTables()]);
    } catch (error) {
      said.value = error instanceof SyntaxError ? say('no_such_file') : words(error);
    }
  }

  // Without signal the last tables are there, though nobody can look further back.
  const shown = items.value ?? (isSearching ? [] : tables.value);
  return (
    <Screen title={say('earlier')} back={address()}>
      <nav class="lines">
        <LinkRow to={address('mine')} label={say('mine')} />
      </nav>
      <Asked search={search.value} onChange={(changed) => (search.value = { ...search.value, ...changed })} />
      <p role="status">{said.value || (items.value && isSearching && say('found', { count: shown.length }))}</p>
      {totals && totals.matches > 0 && <p class="note">{say('earlier.totals', totals)}</p>}
      {shown.length === 0 && !isSearching && <p>{say('welcome_how')}</p>}
      <ul class="lines">
        {shown.map((table) => (
          <li key={table.matchId}>
            <TableRow table={table} day={`${day(table.createdAt)} · ${table.ruleset}`} />
          </li>
        ))}
      </ul>
      {more && (
        <button class="plain" onClick={more}>
          {say('older')}
        </button>
      )}
      <label class="button plain file">
        <Icon name="share" />
        {say('bring_file')}
        <input
          type="file"
          accept="application/json,.json"
          onChange={({ currentTarget }) => void bring(currentTarget.files?.[0])}
        />
      </label>
    </Screen>
  );
}

function Asked({ search, onChange }: { search: Search; onChange: (changed: Partial<Search>) => void }) {
  return (
    <form role="search" class="search" onSubmit={(event) => event.preventDefault()}>
      <label class="field">
        <span class="lab">{say('search')}</span>
        <input
          type="search"
          value={search.text}
          maxLength={100}
          autocomplete="off"
          enterkeyhint="search"
          placeholder={say('search_how')}
          onInput={({ currentTarget }) => onChange({ text: currentTarget.value })}
        />
      </label>
      <div class="pair">
        {(['from', 'to'] as const).map((end) => (
          <label class="field" key={end}>
            <span class="lab">{say(`search.${end}`)}</span>
            <input
              type="date"
              value={search[end]}
              onInput={({ currentTarget }) => onChange({ [end]: currentTarget.value })}
            />
          </label>
        ))}
      </div>
    </form>
  );
}

type Totals = Pick<PlayerStatistics, 'matches' | 'hands' | 'wins' | 'losses'>;

/** What the tables at which this phone had a seat came to, in all or between two days. */
function useTotals(search: Search): Totals | undefined {
  const playerId = device.value?.deviceId;
  const isOfAll = search.text.trim() === '';
  return useFetched(() => {
    if (!playerId || !isOfAll) return undefined;
    const { since, until } = filters(search);
    const query = { ...(since ? { since } : {}), ...(until ? { until } : {}) };
    return answer(getPlayerStatistics({ path: { playerId }, query }));
  }, [playerId, isOfAll, search.from, search.to]).found.value;
}

// The days are those of the phone, and the server counts in UTC.
function filters({ text, from, to }: Search): NonNullable<ListMatchesData['query']> {
  return {
    ...(text.trim() ? { q: text.trim() } : {}),
    ...(from ? { since: new Date(`${from}T00:00`).toISOString() } : {}),
    ...(to ? { until: new Date(`${to}T23:59:59.999`).toISOString() } : {}),
  };
}

function day(at: string): string {
  return new Date(at).toLocaleDateString(settings.value.language, { day: 'numeric', month: 'short', year: 'numeric' });
}
