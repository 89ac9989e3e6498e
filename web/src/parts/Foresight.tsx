import type { HandPreview, Match } from 'pitchkeeper-client';
import { say } from '../wording';
import { Icon } from './Icon';
import { plain, sideClass } from './Score';

interface Props {
  match: Match;
  preview: HandPreview | undefined;
  /** On what it rests, where that is not said yet. */
  lead?: string;
}

/** In one line what saving leads to: made or set, and the scores that follow. */
export function Foresight({ match, preview, lead }: Props) {
  const { verdict, consequences } = preview ?? {};
  const settled = verdict?.status === 'settled' && consequences;
  return (
    <p class="foresight" aria-live="polite">
      {settled ? (
        <>
          {lead && <small>{lead}</small>}
          {verdict.made !== null && (
            <b class={verdict.made ? 'figure' : 'figure set'}>{say(verdict.made ? 'made' : 'set')}</b>
          )}
          {match.sides.map(({ side, name }) => (
            <span class={sideClass(side)}>
              <i aria-hidden="true" />
              <span class="hide">{name}</span>
              {plain(consequences.scoresBefore[side] ?? 0)}
              <Icon name="arrow" />
              <b class="figure">{plain(consequences.scoresAfter[side] ?? 0)}</b>
            </span>
          ))}
        </>
      ) : null}
    </p>
  );
}
