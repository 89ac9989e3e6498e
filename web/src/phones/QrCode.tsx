import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

import type { Invite } from 'pitchkeeper-client';
import { useFetched } from '../fetching';
import { say } from '../wording';
import type { Door } from './doors';

/** The code of an invite as a picture. */
export function QrCode({ door, invite }: { door: Door; invite: Invite }) {
  const { found } = useFetched(() => door.draw(invite.inviteId), [invite.inviteId]);
  return <Drawing svg={found.value} alt={say('qr_of_invite')} />;
}

/** A code that was fetched with the phone's token, which an address of its own could not carry. */
export function Drawing({ svg, alt }: { svg: unknown; alt: string }) {
  const source = useSignal('');
  useEffect(() => {
    if (!svg) return undefined;
    const made = URL.createObjectURL(new Blob([String(svg)], { type: 'image/svg+xml' }));
    source.value = made;
    return () => URL.revokeObjectURL(made);
  }, [svg]);
  return <div class="paper">{source.value ? <img src={source.value} alt={alt} /> : <p>{say('moment')}</p>}</div>;
}
