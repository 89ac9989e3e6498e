import '../../styles/laid.css';

import { useEffect, useRef } from 'preact/hooks';

import type { Match } from 'pitchkeeper-client';
import { useAwake } from '../../parts/awake';
import { plain, sideClass } from '../../parts/Score';
import { say } from '../../wording';

/** The phone in the middle of the table: the score alone, one half turned round for those across. */
export function LaidDown({ match, takeUp }: { match: Match; takeUp: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useAwake();
  useEffect(() => button.current?.focus(), []);
  return (
    <button
      class="laid"
      ref={button}
      aria-label={say('take_up')}
      onClick={takeUp}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        takeUp();
      }}
    >
      <Half match={match} />
      <Half match={match} />
    </button>
  );
}

function Half({ match }: { match: Match }) {
  const many = match.sides.length > 2 ? ' many' : '';
  return (
    <span class={`half${many}`}>
      {match.sides.map(({ side, name }) => (
        <span class={sideClass(side)} key={side}>
          <span class="cut">{name}</span>
          <span class="figure">{plain(match.scores[side] ?? 0)}</span>
        </span>
      ))}
    </span>
  );
}
