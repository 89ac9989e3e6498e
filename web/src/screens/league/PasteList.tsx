import { useSignal } from '@preact/signals';

import type { NewEntrant } from 'pitchkeeper-client';
import { entrantsIn, type Line } from '../../league/pasting';
import { say } from '../../wording';

interface Props {
  /** Whether teams are entered, or players who play alone. */
  isTeams: boolean;
  /** How many play for a team. */
  players: number;
  /** The names of those who are in already. */
  known: readonly string[];
  /** Add them one after the other; return how many were added before one was refused. */
  add: (entrants: NewEntrant[]) => Promise<number>;
}

const SUCH_AS = 'Aces: Ann, Tom\nRay & Dolores';

/** Everybody at once: a list that was written elsewhere, with what was understood of it. */
export function PasteList({ isTeams, players, known, add }: Props) {
  const text = useSignal('');
  const isAdding = useSignal(false);
  const count = isTeams ? players : 1;
  const lines = entrantsIn(text.value, count, known);
  const wrong = lines.filter(({ fault }) => fault);
  const whole = lines.flatMap(({ entrant }) => entrant ?? []);

  async function enter(event: Event): Promise<void> {
    event.preventDefault();
    isAdding.value = true;
    const added = await add(whole);
    // What was not taken stays to be looked at.
    const isLeft = lines.filter(({ entrant }) => entrant).slice(added)[0]?.number ?? Number.POSITIVE_INFINITY;
    text.value =
      added === whole.length
        ? ''
        : text.value
            .split('\n')
            .slice(isLeft - 1)
            .join('\n');
    isAdding.value = false;
  }

  return (
    <details class="box">
      <summary>{say('pasted.title')}</summary>
      <form class="naming" onSubmit={(event) => void enter(event)}>
        <label class="field">
          <span class="lab">{say(isTeams ? 'pasted.how_teams' : 'pasted.how_players', { players: count })}</span>
          <textarea
            rows={5}
            value={text.value}
            autocomplete="off"
            placeholder={isTeams ? SUCH_AS : ''}
            onInput={({ currentTarget }) => (text.value = currentTarget.value)}
          />
        </label>
        <ol class="lines pasted" aria-label={say('pasted.understood')}>
          {lines.map((line) => (
            <li key={`${line.number} ${line.names.join()}`} class="row">
              <Understood line={line} isTeams={isTeams} players={count} />
            </li>
          ))}
        </ol>
        <p role="status">{wrong.length > 0 && say('pasted.mend', { count: wrong.length })}</p>
        <button class="plain" disabled={whole.length === 0 || wrong.length > 0 || isAdding.value}>
          {say('pasted.add', { count: whole.length })}
        </button>
      </form>
    </details>
  );
}

function Understood({ line, isTeams, players }: { line: Line; isTeams: boolean; players: number }) {
  const { number, names, entrant, fault } = line;
  if (fault) {
    return (
      <p class="grow">
        <b>{say('pasted.line', { number })}</b> {names.join(', ')}
        <small class="set">{say(`pasted.${fault}`, { count: names.length, players })}</small>
      </p>
    );
  }
  return (
    <p class="grow">
      <b class="cut">{entrant?.name}</b>
      {isTeams && <small class="cut">{entrant?.players.join(', ')}</small>}
    </p>
  );
}
