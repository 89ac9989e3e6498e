import '../styles/people.css';

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

import { createInvite, listInvites, revokeInvite } from '../client';
import type { Invite as Invitation, InviteRole } from '../client/types.gen';
import { sheets } from '../matches';
import { Choices } from '../parts/Choices';
import { Icon } from '../parts/Icon';
import { Screen } from '../parts/Screen';
import { Sure } from '../parts/Sure';
import { clock } from '../phones/Members';
import { QrCode } from '../phones/QrCode';
import { address, leaveFor } from '../places';
import { answer, words } from '../server';
import { handOn } from '../sharing';
import { say } from '../wording';

const ROLES: readonly InviteRole[] = ['scorer', 'viewer'];

/** The code that lets a phone in: to be photographed, read aloud or sent. */
export function Invite({ matchId }: { matchId: string }) {
  const role = useSignal<InviteRole>('scorer');
  const invite = useSignal<Invitation | undefined>(undefined);
  const said = useSignal('');
  const match = sheets.value[matchId];
  useEffect(() => {
    invite.value = undefined;
    void open(matchId, role.value)
      .then((found) => (invite.value = found))
      .catch((error: unknown) => (said.value = words(error)));
  }, [matchId, role.value]);

  async function send({ link }: Invitation): Promise<void> {
    const how = await handOn({ title: 'Pitchkeeper', text: say('come_in'), url: link });
    said.value = how === 'copied' ? say('link_copied') : how === 'shown' ? link : '';
  }

  async function end({ inviteId }: Invitation): Promise<void> {
    try {
      await answer(revokeInvite({ path: { matchId, inviteId } }));
      leaveFor('m', matchId, 'phones');
    } catch (error) {
      said.value = words(error);
    }
  }

  const shown = invite.value;
  return (
    <Screen
      title={say('bring_in')}
      note={match?.ruleset.name}
      back={address('m', matchId, 'phones')}
      foot={
        <footer class="foot">
          {said.value && (
            <p class="link" role="status">
              {said.value}
            </p>
          )}
          <button class="main" disabled={!shown} onClick={() => shown && void send(shown)}>
            <Icon name="share" />
            {say('send_link')}
          </button>
        </footer>
      }
    >
      <div class="kind">
        <Choices
          label={say('what_they_may')}
          isLabelHidden
          chosen={role.value}
          choices={ROLES.map((value) => ({ value, label: say(`role.${value}`) }))}
          onChoose={(value) => (role.value = value)}
        />
      </div>
      {shown && (
        <>
          <QrCode matchId={matchId} invite={shown} />
          <p class="code figure" aria-label={say('code_is', { code: [...shown.code].join(' ') })}>
            {shown.code.replace('-', ' ')}
          </p>
          <p class="note mid">
            {say('point_camera')} {say('good_until', { time: clock(shown.expiresAt) })}
          </p>
          <Sure label={say('end_invite')} question={say('end_invite_sure')} onSure={() => void end(shown)} />
        </>
      )}
    </Screen>
  );
}

/** An invite that stands yet, else a new one: a table has no use for many codes. */
async function open(matchId: string, role: InviteRole): Promise<Invitation> {
  const { items } = await answer(listInvites({ path: { matchId } }));
  const soon = Date.now() + 10 * 60_000;
  const standing = items.find(
    (one) =>
      one.role === role &&
      one.seat === null &&
      one.revokedAt === null &&
      one.usesLeft > 0 &&
      Date.parse(one.expiresAt) > soon,
  );
  return standing ?? answer(createInvite({ path: { matchId }, body: { role } }));
}
