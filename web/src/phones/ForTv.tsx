import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';

import { Asked } from '../asked';
import type { CreatedPublicLink, PublicLink } from 'pitchkeeper-client';
import { useAttempt, useFetched } from '../fetching';
import { Sure } from '../parts/Sure';
import { reached } from '../server';
import { settings } from '../settings';
import { handOn } from '../sharing';
import { say } from '../wording';
import { linksMadeHere, type PublicLinks } from './publicLinks';

/** The links by which a screen in the room, or anybody, sees the score without signing in. */
export function ForTv({ links }: { links: PublicLinks }) {
  const standing = useSignal<PublicLink[]>([]);
  const known = useSignal<Record<string, CreatedPublicLink>>({});
  const shown = useSignal('');
  const lists = useMemo(() => new Asked(), [links.id]);

  async function load(): Promise<void> {
    known.value = await linksMadeHere();
    const isNewest = lists.begin();
    const found = await links.list();
    if (isNewest()) standing.value = found;
  }

  async function make(): Promise<void> {
    shown.value = (await links.create()).linkId;
    await load();
  }

  async function end(linkId: string): Promise<void> {
    await links.revoke(linkId);
    await load();
  }

  async function send({ link }: CreatedPublicLink): Promise<void> {
    const how = await handOn({ title: 'Pitchkeeper', text: say('tv.look'), url: link });
    said.value = how === 'copied' ? say('link_copied') : '';
  }

  // Asked for again where the server is reached again.
  const { said, attempt } = useAttempt(useFetched(load, [links.id, reached.value]));

  return (
    <section class="box tv-links" aria-labelledby="for-tv">
      <h2 class="lab" id="for-tv">
        {say('tv.for_tv')}
      </h2>
      {standing.value.length > 0 && (
        <ul class="lines">
          {standing.value.map(({ linkId, madeAt }) => {
            const link = known.value[linkId];
            const isShown = shown.value === linkId;
            return (
              <li key={linkId}>
                <p class="row">
                  <span class="grow">{say('tv.made', { time: moment(madeAt) })}</span>
                  {link && (
                    <button class="plain" aria-expanded={isShown} onClick={() => (shown.value = isShown ? '' : linkId)}>
                      {say(isShown ? 'tv.hide' : 'tv.show')}
                    </button>
                  )}
                </p>
                {link && isShown && <Shown link={link} onSend={() => void attempt(() => send(link))} />}
                <Sure
                  label={say('tv.end')}
                  question={say('tv.end_sure')}
                  onSure={() => void attempt(() => end(linkId))}
                />
              </li>
            );
          })}
        </ul>
      )}
      <button class="plain" onClick={() => void attempt(make)}>
        {say(standing.value.length > 0 ? 'tv.another' : 'tv.make')}
      </button>
      {said.value && <p role="status">{said.value}</p>}
    </section>
  );
}

function Shown({ link, onSend }: { link: CreatedPublicLink; onSend: () => void }) {
  return (
    <>
      <div class="paper">
        <img src={`/v1/public/${encodeURIComponent(link.secret)}/qr.svg`} alt={say('tv.qr')} />
      </div>
      <p class="note">{say('tv.open_there')}</p>
      <p class="link">
        <a href={link.link}>{link.link}</a>
      </p>
      <button class="plain" onClick={onSend}>
        {say('send_link')}
      </button>
    </>
  );
}

function moment(at: string): string {
  return new Date(at).toLocaleString(settings.value.language, {
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
  });
}
