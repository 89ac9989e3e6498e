import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

import { getInviteQrSvg } from '../client';
import type { Invite } from '../client/types.gen';
import { answer } from '../server';
import { say } from '../wording';

/** The code as a picture. It is fetched with the phone's token, which an address of its own could not carry. */
export function QrCode({ matchId, invite }: { matchId: string; invite: Invite }) {
  const source = useSignal('');
  useEffect(() => {
    let made = '';
    void answer(
      getInviteQrSvg({ path: { matchId, inviteId: invite.inviteId }, parseAs: 'text' }),
    )
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
