import type { Match, Point } from 'pitchkeeper-client';
import { atStart, say } from '../wording';
import { SmallCard } from './cards';
import { sideClass } from './Score';

/** Why a point is whose it is; where that was only entered, what it is for. */
function reason({ point, why }: Point): string {
  return why.code === 'point.entered' ? atStart(say(`word.point.${point}.card`)) : why.text;
}

/** One point of a hand: its card, why, and whose it is. */
export function PointLine({ match, point, note }: { match: Match; point: Point; note?: string }) {
  const side = point.side === null ? undefined : match.sides[point.side];
  return (
    <li class="row">
      <span class={point.state === 'open' && !point.card ? 'slot empty' : 'slot'}>
        {point.card ? <SmallCard card={point.card} /> : point.state === 'open' ? '?' : ''}
      </span>
      <span class="grow">
        <b>{say(`word.point.${point.point}`)}</b>
        <small>{note ?? reason(point)}</small>
      </span>
      {side ? (
        <span class={sideClass(side.side)}>
          <span class="chip">{side.name}</span>
        </span>
      ) : (
        <b class={point.state === 'open' ? 'open' : 'note'}>{say(point.state === 'open' ? 'open' : 'nobody')}</b>
      )}
    </li>
  );
}
