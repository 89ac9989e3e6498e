import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

import type { Invite } from 'pitchkeeper-client';
import { say } from '../wording';
import type { Door } from './doors';

/** The code as a picture. It is fetched with the phone's token, which an address of its own could not carry. */
export function QrCode({ door, invite }: { door: Door; invite: Invite }) {
  const source = useSignal('');
  useEffect(() => {
    let made = '';
    void door
      .draw(invite.inviteId)
      .then((svg) => {
        made = URL.createObjectURL(new Blob([String(svg)], { type: 'image/svg+xml' }));
        source.value = made;
      })
      .catch(() => undefined);
    return () => URL.revokeObjectURL(made);
  }, [invite.inviteId]);
  return (
    <div class="paper">
      {source.value ? <img src={source.value} alt={say('qr_of_invite')} /> : <p>{say('moment')}</p>}
    </div>
  );
}
