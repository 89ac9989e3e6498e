import { useSignal } from '@preact/signals';

import type { Entrant, NightAttendance, PlayerTonight } from 'pitchkeeper-client';
import { say } from '../../wording';

interface Props {
  entrant: Entrant | undefined;
  one: NightAttendance;
  away: () => void;
  save: (players: PlayerTonight[]) => void;
}

/** Who sits in for a player tonight, and whether a team comes at all. */
export function Substitutes({ entrant, one, away, save }: Props) {
  const players = entrant?.players ?? [];
  const names = useSignal(players.map((_, at) => one.players?.find(({ player }) => player === at)?.substitute ?? ''));
  return (
    <form
      class="box pay"
      onSubmit={(event) => {
        event.preventDefault();
        save(names.value.flatMap((name, player) => (name.trim() ? [{ player, substitute: name.trim() }] : [])));
      }}
    >
      {players.map((player, at) => (
        <label class="field">
          <span class="lab">{say('door.sits_in', { player })}</span>
          <input
            value={names.value[at]}
            maxLength={40}
            autocomplete="off"
            onInput={({ currentTarget }) => {
              names.value = names.value.map((name, other) => (other === at ? currentTarget.value : name));
            }}
          />
        </label>
      ))}
      <div class="pair">
        <button type="button" class="plain" aria-pressed={one.attendance === 'away'} onClick={away}>
          {say('door.is_away')}
        </button>
        <button class="plain">{say('save')}</button>
      </div>
    </form>
  );
}
