import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';

import type { NewEntrant } from 'pitchkeeper-client';
import { say } from '../../wording';

interface Props {
  /** Whether teams are entered, or players who play alone. */
  isTeams: boolean;
  /** How many play for a team. */
  players: number;
  /** Whether it may be a guest, who is not ranked. */
  mayBeGuest?: boolean;
  add: (entrant: NewEntrant) => void;
}

/** Who plays for it, and what it is called; a team without a name has those of its players. */
export function NewEntrantForm({ isTeams, players, mayBeGuest = false, add }: Props) {
  const count = isTeams ? players : 1;
  const names = useSignal<string[]>([]);
  const team = useSignal('');
  const isGuest = useSignal(false);
  const first = useRef<HTMLInputElement>(null);
  const told = Array.from({ length: count }, (_, at) => names.value[at]?.trim() ?? '');
  const isWhole = told.every((name) => name !== '');

  function enter(event: Event): void {
    event.preventDefault();
    if (!isWhole) return;
    const name = team.value.trim() || told.join(' & ').slice(0, 40);
    add({ name, players: told, ...(isGuest.value && { isGuest: true }) });
    isGuest.value = false;
    names.value = [];
    team.value = '';
    first.current?.focus();
  }

  return (
    <form class="naming" onSubmit={enter}>
      <div class={count > 1 ? 'pair' : ''}>
        {told.map((_, at) => (
          <label class="field">
            <span class="lab">{count > 1 ? say('word.player', { number: at + 1 }) : say('name_of_player')}</span>
            <input
              ref={at === 0 ? first : null}
              value={names.value[at] ?? ''}
              maxLength={40}
              autocomplete="off"
              enterkeyhint={at < count - 1 ? 'next' : 'done'}
              onInput={({ currentTarget }) => {
                names.value = told.map((_name, other) =>
                  other === at ? currentTarget.value : (names.value[other] ?? ''),
                );
              }}
            />
          </label>
        ))}
      </div>
      {count > 1 && (
        <label class="field">
          <span class="lab">{say('league.team_name')}</span>
          <input
            value={team.value}
            maxLength={40}
            autocomplete="off"
            placeholder={told.filter(Boolean).join(' & ')}
            onInput={({ currentTarget }) => (team.value = currentTarget.value)}
          />
        </label>
      )}
      {mayBeGuest && (
        <button
          type="button"
          class="plain"
          aria-pressed={isGuest.value}
          onClick={() => (isGuest.value = !isGuest.value)}
        >
          {say('door.as_guest')}
        </button>
      )}
      <button class="plain" disabled={!isWhole}>
        {say('league.add_this')}
      </button>
    </form>
  );
}
