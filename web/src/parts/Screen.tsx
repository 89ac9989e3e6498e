import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

import { place } from '../places';
import { say } from '../wording';
import { Icon } from './Icon';
import { useKeys } from './keys';
import { guardScreen } from './tapGuard';

const NAME = 'Pitchkeeper';

interface Props {
  title: string;
  note?: string | undefined;
  /** Where back leads; without it nothing leads back. */
  back?: string | undefined;
  /** What stands at the end of the bar on top. Nothing that matters: it is out of the thumb's way. */
  corner?: ComponentChildren;
  foot?: ComponentChildren;
  /** The question on it, if another one can follow in its place. */
  asks?: string | undefined;
  /** Whether the foot is the row of tabs, which has a shape of its own. */
  class?: string;
  children: ComponentChildren;
}

/** A screen: where one is on top, what it is about, and what is pressed at the bottom. */
export function Screen({ title, note, back, corner, foot, asks = '', children, ...rest }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const here = place.value.join('/');
  const seen = useRef({ here, asks });
  // A new screen is a new page to who does not see it. At once: later it would take the focus back
  // from a key that was pressed meanwhile.
  useLayoutEffect(() => {
    document.title = title === NAME ? NAME : `${title} · ${NAME}`;
    heading.current?.focus({ preventScroll: true });
  }, [here]);
  // So is another question, unless the focus is elsewhere than in the one before.
  useLayoutEffect(() => {
    const isOther = seen.current.here === here && seen.current.asks !== asks;
    seen.current = { here, asks };
    const { activeElement, body } = document;
    if (!isOther || (activeElement !== body && !activeElement?.closest('[aria-labelledby=question]'))) return;
    const question = document.getElementById('question');
    question?.setAttribute('tabindex', '-1');
    question?.focus({ preventScroll: true });
  }, [here, asks]);
  useKeys((key) => {
    if (key !== 'Escape' || !back) return false;
    location.hash = back;
    return true;
  });
  useLayoutEffect(() => guardScreen([here, title, asks].join('\n')), [here, title, asks]);
  return (
    <div class={`screen ${rest.class ?? ''}`}>
      <header class="top">
        {back ? (
          <a class="button icon" href={back} aria-label={say('back')}>
            <Icon name="back" />
          </a>
        ) : (
          <span class="gap" />
        )}
        <h1 class="cut" tabIndex={-1} ref={heading}>
          {title}
          {note && <small class="cut">{note}</small>}
        </h1>
        {corner}
      </header>
      <main>{children}</main>
      {foot}
    </div>
  );
}
