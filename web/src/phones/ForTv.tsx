import { useSignal } from '@preact/signals';

import { createPublicLink, revokePublicLink } from '../client';
import type { NewPublicLink } from '../client/types.gen';
import { Sure } from '../parts/Sure';
import { answer, words } from '../server';
import { handOn } from '../sharing';
import { say } from '../wording';

/** A link by which a screen in the room, or anybody, sees the score without signing in. */
export function ForTv({ matchId }: { matchId: string }) {
  const made = useSignal<NewPublicLink | undefined>(undefined);
  const said = useSignal('');

  async function attempt(what: () => Promise<void>): Promise<void> {
    said.value = '';
    try {
      await what();
    } catch (error) {
      said.value = words(error);
    }
  }

  const make = async () => {
    made.value = await answer(createPublicLink({ path: { matchId } }));
  };
  const send = async ({ link }: NewPublicLink) => {
    const how = await handOn({ title: 'Pitchkeeper', text: say('tv.look'), url: link });
    said.value = how === 'copied' ? say('link_copied') : '';
  };
  const end = async ({ linkId }: NewPublicLink) => {
    await answer(revokePublicLink({ path: { matchId, linkId } }));
    made.value = undefined;
  };

  const link = made.value;
  return (
    <section class="box">
      {link ? (
        <>
          <p class="note">{say('tv.open_there')}</p>
          <p class="link">
            <a href={link.link}>{link.link}</a>
          </p>
          <button class="plain" onClick={() => void attempt(() => send(link))}>
            {say('send_link')}
          </button>
          <Sure
            label={say('tv.end')}
            question={say('tv.end_sure')}
            onSure={() => void attempt(() => end(link))}
          />
        </>
      ) : (
        <button class="plain" onClick={() => void attempt(make)}>
          {say('tv.for_tv')}
        </button>
      )}
      {said.value && <p role="status">{said.value}</p>}
    </section>
  );
}
