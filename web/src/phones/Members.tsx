import { useSignal } from '@preact/signals';

import { changeMember, removeMember } from 'pitchkeeper-client';
import type { Match, Member, Role } from 'pitchkeeper-client';
import type { Attempt } from '../fetching';
import { device } from '../device';
import { moment } from '../moments';
import { Icon } from '../parts/Icon';
import { Choices } from '../parts/Choices';
import { Sure } from '../parts/Sure';
import { loadMembers, me, members, nameOf } from '../people';
import { answer } from '../server';
import { say } from '../wording';

const ROLES: readonly Role[] = ['scorer', 'viewer', 'owner'];

interface Props {
  match: Match;
  attempt: Attempt;
}

/** Every phone at the table with what it may do; the owner changes that. */
export function Members({ match, attempt }: Props) {
  const all = members.value[match.matchId];
  // Without a signal nobody here knows.
  if (!all) return null;
  return (
    <section aria-labelledby="members">
      <h2 class="lab" id="members">
        {say('phones_here', { count: all.length })}
      </h2>
      <ul class="lines">
        {all.map((member) => (
          <li key={member.deviceId}>
            <One match={match} member={member} attempt={attempt} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function One({ match, member, attempt }: Props & { member: Member }) {
  const isOpen = useSignal(false);
  const { matchId } = match;
  const { deviceId, role } = member;
  const isChangeable = me(matchId)?.role === 'owner' && role !== 'owner';
  const name = phoneName(match, member);
  const path = { matchId, deviceId };
  const line = (
    <span class="grow">
      {name}
      <small class="note">{say(`role.${role}`)}</small>
    </span>
  );
  if (!isChangeable) return <p class="row member">{line}</p>;
  return (
    <>
      <button class="row member" aria-expanded={isOpen.value} onClick={() => (isOpen.value = !isOpen.value)}>
        {line}
        <Icon name="more" />
      </button>
      {isOpen.value && (
        <div class="naming">
          <Choices
            label={say('what_they_may')}
            chosen={role}
            choices={ROLES.map((value) => ({ value, label: say(`role.${value}`) }))}
            onChoose={(value) =>
              void attempt(async () => {
                await answer(changeMember({ path, body: { role: value } }));
                await loadMembers(matchId);
              })
            }
          />
          <Sure
            label={say('remove_phone')}
            question={say('remove_phone_sure', { phone: name })}
            onSure={() =>
              void attempt(async () => {
                await answer(removeMember({ path }));
                await loadMembers(matchId);
              })
            }
          />
        </div>
      )}
    </>
  );
}

/** A phone by who holds it; else by when it came in. */
export function phoneName(match: Match, { deviceId, seat, joinedAt }: Member): string {
  if (deviceId === device.value?.deviceId) {
    return seat === null ? say('this_phone') : say('this_phone_of', { name: nameOf(match, seat) });
  }
  if (seat !== null) return say('phone_of', { name: nameOf(match, seat) });
  return say('phone_since', { time: moment(joinedAt) });
}
