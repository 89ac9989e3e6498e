import '../../styles/people.css';

import { useSignal } from '@preact/signals';

import type { Invite as Invitation, InviteRole } from 'pitchkeeper-client';
import { useFetched } from '../../fetching';
import { moment } from '../../moments';
import { Choices } from '../../parts/Choices';
import { Icon } from '../../parts/Icon';
import { Screen } from '../../parts/Screen';
import { Sure } from '../../parts/Sure';
import { inviteThrough, type Door } from '../../phones/doors';
import { QrCode } from '../../phones/QrCode';
import { address, leaveFor } from '../../places';
import { isOpened } from '../../queue';
import { words } from '../../server';
import { handOn } from '../../sharing';
import { say } from '../../wording';

const ROLES: readonly InviteRole[] = ['scorer', 'viewer'];

interface Props {
  door: Door;
  /** What it lets into, and the place that leads back. */
  note: string | undefined;
  back: readonly string[];
  /** What is written beside the link that is sent. */
  text: string;
}

/** The code that lets a phone in: to be photographed, read aloud or sent. */
export function Invite({ door, note, back, text }: Props) {
  const role = useSignal<InviteRole>('scorer');
  // A table that this phone has just opened is on its way to the server.
  const isThere = isOpened(door.id);
  const { found: invite, said } = useFetched(
    () => (isThere ? inviteThrough(door, role.value) : undefined),
    [door.id, role.value, isThere],
  );

  async function send({ link }: Invitation): Promise<void> {
    const how = await handOn({ title: 'Pitchkeeper', text, url: link });
    said.value = how === 'copied' ? say('link_copied') : how === 'shown' ? link : '';
  }

  async function end({ inviteId }: Invitation): Promise<void> {
    try {
      await door.revoke(inviteId);
      leaveFor(...back);
    } catch (error) {
      said.value = words(error);
    }
  }

  const shown = invite.value;
  return (
    <Screen
      title={say('bring_in')}
      note={note}
      back={address(...back)}
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
          <QrCode door={door} invite={shown} />
          <p class="code figure" role="img" aria-label={say('code_is', { code: [...shown.code].join(' ') })}>
            {shown.code.replace('-', ' ')}
          </p>
          <p class="note mid">
            {say('point_camera')} {say('good_until', { time: moment(shown.expiresAt) })}
          </p>
          <Sure label={say('end_invite')} question={say('end_invite_sure')} onSure={() => void end(shown)} />
        </>
      )}
    </Screen>
  );
}
