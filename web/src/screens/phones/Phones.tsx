import '../../styles/people.css';

import { useSignal } from '@preact/signals';

import { removeMember, renamePlayer } from 'pitchkeeper-client';
import type { Match } from 'pitchkeeper-client';
import { useAttempt, useFetched } from '../../fetching';
import { forget, load, remove, sheets } from '../../matches';
import { Icon } from '../../parts/Icon';
import { Screen } from '../../parts/Screen';
import { Sitting } from '../../parts/Sitting';
import { Sure } from '../../parts/Sure';
import { Tabs } from '../../parts/Tabs';
import { holder, loadMembers, me, nameOf } from '../../people';
import { Asking } from '../../phones/Asking';
import { assign, sit } from '../../phones/seats';
import { ForTv } from '../../phones/ForTv';
import { Members } from '../../phones/Members';
import { linksOfMatch } from '../../phones/publicLinks';
import { address, leaveFor } from '../../places';
import { answer } from '../../server';
import { say } from '../../wording';

/** Who is at the table with a phone, and who sits where. */
export function Phones({ matchId }: { matchId: string }) {
  const picked = useSignal<number | undefined>(undefined);
  const match = sheets.value[matchId];
  const own = me(matchId);
  const isOwner = own?.role === 'owner';
  // Whoever comes in or asks for a seat makes a new version of the match.
  const { said: refused, attempt } = useAttempt(useFetched(() => loadMembers(matchId), [matchId, match?.version]));

  async function give(seat: number, deviceId: string | null): Promise<void> {
    await assign(matchId, seat, deviceId);
    picked.value = undefined;
  }

  async function rename(seat: number, name: string): Promise<void> {
    if (!match || name === '' || name === nameOf(match, seat)) return;
    await answer(renamePlayer({ path: { matchId, seat }, body: { name } }));
    await load(matchId);
  }

  async function claim(seat: number): Promise<void> {
    await sit(matchId, seat);
    await load(matchId);
    picked.value = undefined;
  }

  async function leave(): Promise<void> {
    if (isOwner) await remove(matchId);
    else if (own) {
      await answer(removeMember({ path: { matchId, deviceId: own.deviceId } }));
      await forget(matchId);
    }
    leaveFor();
  }

  return (
    <Screen
      class="columns"
      title={say('tab.phones')}
      note={match?.ruleset.name}
      back={address('m', matchId)}
      foot={<Tabs matchId={matchId} />}
    >
      {refused.value && (
        <p role="alert" class="box">
          {refused.value}
        </p>
      )}
      {match && <Asking match={match} />}
      {match && own?.asksFor !== null && own?.asksFor !== undefined && !isOwner && (
        <p class="wait" role="status">
          {say('waits_for_seat', { name: nameOf(match, own.asksFor) })}
        </p>
      )}
      {match && (
        <Sitting
          match={match}
          chosen={picked.value}
          mine={own?.seat ?? null}
          isAnyFree
          onPress={(seat) => (picked.value = picked.value === seat ? undefined : seat)}
        />
      )}
      {match && picked.value !== undefined ? (
        <AtSeat
          match={match}
          seat={picked.value}
          isOwner={isOwner}
          onClaim={(seat) => void attempt(() => claim(seat))}
          onFree={(seat) => void attempt(() => give(seat, null))}
          onRename={(seat, name) => void attempt(() => rename(seat, name))}
        />
      ) : (
        <p class="note mid">{say('tap_your_seat')}</p>
      )}
      {isOwner && (
        <a class="button main" href={address('m', matchId, 'invite')}>
          <Icon name="phone" />
          {say('bring_in')}
        </a>
      )}
      {isOwner && <ForTv links={linksOfMatch(matchId)} />}
      {match && <Members match={match} attempt={attempt} />}
      {own && (
        <Sure
          label={say(isOwner ? 'delete_table' : 'leave_table')}
          question={say(isOwner ? 'delete_table_sure' : 'leave_table_sure')}
          onSure={() => void attempt(leave)}
        />
      )}
    </Screen>
  );
}

interface AtSeatProps {
  match: Match;
  seat: number;
  isOwner: boolean;
  onClaim: (seat: number) => void;
  onFree: (seat: number) => void;
  onRename: (seat: number, name: string) => void;
}

/** What can be done about a seat that was tapped. */
function AtSeat({ match, seat, isOwner, onClaim, onFree, onRename }: AtSeatProps) {
  const own = me(match.matchId);
  const sitter = holder(match.matchId, seat);
  const isMine = sitter !== undefined && sitter.deviceId === own?.deviceId;
  return (
    <section class="box naming" aria-label={nameOf(match, seat)}>
      <h2 class="lab">{nameOf(match, seat)}</h2>
      {own && own.role !== 'viewer' && (
        <label class="field">
          <span class="lab">{say('name_of_player')}</span>
          <input
            value={nameOf(match, seat)}
            maxLength={40}
            autocomplete="off"
            onChange={({ currentTarget }) => onRename(seat, currentTarget.value.trim())}
          />
        </label>
      )}
      {!sitter && (
        <button class="main" onClick={() => onClaim(seat)}>
          {say('its_me')}
        </button>
      )}
      {sitter && !isMine && <p>{say('seat_has_phone', { name: nameOf(match, seat) })}</p>}
      {isMine && !isOwner && <p>{say('owner_frees')}</p>}
      {sitter && isOwner && (
        <button class="plain" onClick={() => onFree(seat)}>
          {say('let_go')}
        </button>
      )}
    </section>
  );
}
