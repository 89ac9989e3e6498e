import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

import { listMatches } from '../client';
import type { MatchSummary } from '../client/types.gen';
import { device, signIn } from '../device';
import { loadTables, tables } from '../matches';
import { Screen } from '../parts/Screen';
import { TableRow } from '../parts/TableRow';
import { address } from '../places';
import { answer, words } from '../server';
import { settings } from '../settings';
import { takeIn } from '../sharing';
import { say } from '../wording';

/** Every table that this phone was ever at, and those that come in from a file. */
export function Earlier() {
  const found = useSignal<MatchSummary[]>(tables.value);
  const cursor = useSignal<string | undefined>(undefined);
  const said = useSignal('');

  async function read(from: string | undefined): Promise<void> {
    if (!device.value) return;
    try {
      const page = await answer(listMatches({ query: { limit: 20, ...(from ? { cursor: from } : {}) } }));
      found.value = from ? [...found.value, ...page.items] : page.items;
      cursor.value = page.nextCursor ?? undefined;
    } catch (error) {
      said.value = words(error);
    }
  }

  async function bring(file: File | undefined): Promise<void> {
    if (!file) return;
    said.value = say('moment');
    try {
      await signIn();
      const items = await takeIn(file);
      const refused = items.find(({ problem }) => problem !== null)?.problem;
      said.value = refused ? refused.detail : say('came_in', { count: items.length });
      await Promise.all([read(undefined), loadTables()]);
    } catch (error) {
      said.value = error instanceof SyntaxError ? say('no_such_file') : words(error);
    }
  }

  useEffect(() => void read(undefined), []);

  return (
    <Screen title={say('earlier')} back={address()}>
      {said.value && (
        <p role="status" class="box">
          {said.value}
        </p>
      )}
      {found.value.length === 0 && <p>{say('welcome_how')}</p>}
      <ul class="lines">
        {found.value.map((table) => (
          <li key={table.matchId}>
            <TableRow table={table} day={`${day(table.updatedAt)} · ${table.ruleset}`} />
          </li>
        ))}
      </ul>
      {cursor.value !== undefined && (
        <button class="plain" onClick={() => void read(cursor.value)}>
          {say('older')}
        </button>
      )}
      <label class="field box">
        <span class="lab">{say('bring_file')}</span>
        <input
          type="file"
          accept="application/json,.json"
          onChange={({ currentTarget }) => void bring(currentTarget.files?.[0])}
        />
      </label>
    </Screen>
  );
}

function day(at: string): string {
  return new Date(at).toLocaleDateString(settings.value.language, { day: 'numeric', month: 'short', year: 'numeric' });
}
