import { useSignal } from '@preact/signals';

import { putLeagueMember, removeLeagueMember } from 'pitchkeeper-client';
import type { League, LeagueMember, LeagueRole } from 'pitchkeeper-client';
import type { Attempt } from '../../fetching';
import { isOwner, mayRun } from '../../league/night';
import { Choices } from '../../parts/Choices';
import { Icon } from '../../parts/Icon';
import { Sure } from '../../parts/Sure';
import { answer } from '../../server';
import { say } from '../../wording';

const ROLES: readonly LeagueRole[] = ['scorer', 'viewer', 'organiser', 'owner'];

interface Props {
  league: League;
  nameOf: (member: LeagueMember) => string;
  attempt: Attempt;
}

/** Every phone of a league with what it may do; organizers change that, of organizers the owner. */
export function LeagueMembers({ league, nameOf, attempt }: Props) {
  return (
    <section aria-labelledby="members">
      <h2 class="lab" id="members">
        {say('league.phones', { count: league.members.length })}
      </h2>
      <ul class="lines">
        {league.members.map((member) => (
          <li key={member.deviceId}>
            <One league={league} member={member} name={nameOf(member)} attempt={attempt} />
          </li>
        ))}
      </ul>
    </section>
  );
}

type OneProps = Omit<Props, 'nameOf'> & { member: LeagueMember; name: string };

function One({ league, member: { deviceId, role }, name, attempt }: OneProps) {
  const isOpen = useSignal(false);
  const path = { leagueId: league.leagueId, deviceId };
  const line = (
    <span class="grow">
      {name}
      <small class="note">{say(`league_role.${role}`)}</small>
    </span>
  );
  const mayChange = mayRun(league) && ['scorer', 'viewer'].includes(role);
  if (!(mayChange || (isOwner(league) && role === 'organiser'))) return <p class="row member">{line}</p>;
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
            choices={ROLES.slice(0, isOwner(league) ? undefined : 2).map((value) => ({
              value,
              label: say(`league_role.${value}`),
            }))}
            onChoose={(value) =>
              void attempt(() =>
                answer(
                  putLeagueMember({
                    path,
                    body: { role: value },
                    headers: { 'If-Match': `"${league.version}"` },
                  }),
                ),
              )
            }
          />
          <Sure
            label={say('remove_phone')}
            question={say('remove_phone_sure', { phone: name })}
            onSure={() => void attempt(() => answer(removeLeagueMember({ path })))}
          />
        </div>
      )}
    </>
  );
}
