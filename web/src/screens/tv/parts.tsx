import type { ComponentChildren } from 'preact';

import { clock, say } from '../../wording';
import { useNow } from './ticking';

interface HeadProps {
  title: string;
  /** When the server was last heard; undefined while it is. */
  asOf: Date | undefined;
  children: ComponentChildren;
}

export function Head({ title, asOf, children }: HeadProps) {
  const now = useNow(10_000);
  return (
    <header>
      <h1 class="cut">{title}</h1>
      <p>{children}</p>
      {asOf ? (
        <p class="clock cut-off" role="status">
          {say('tv.as_of', { time: clock(asOf) })}
        </p>
      ) : (
        <p class="clock figure">{clock(now)}</p>
      )}
    </header>
  );
}

/** How somebody follows on a phone of their own. */
export function Follow({ secret }: { secret: string }) {
  return (
    <div class="follow">
      <span>{say('tv.follow')}</span>
      <img src={`/v1/public/${encodeURIComponent(secret)}/qr.svg`} alt={say('tv.qr')} />
    </div>
  );
}

/** Which of several pages is shown. */
export function Dots({ at, pages }: { at: number; pages: number }) {
  if (pages < 2) return null;
  return (
    <span class="pg" aria-hidden="true">
      {Array.from({ length: pages }, (_, page) => (
        <i class={page === at ? 'on' : undefined} />
      ))}
    </span>
  );
}
