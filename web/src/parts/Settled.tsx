import type { Match, Point, PointValue, Rules, Verdict } from 'pitchkeeper-client';
import { say } from '../wording';
import { cardName } from './cards';
import { PointLine } from './PointLine';

/** What stays as it is, however the question is answered. */
export function Settled(props: { match: Match; rules: Rules; verdict: Verdict; certain: Point[] }) {
  const { match, rules, verdict, certain } = props;
  const points =
    verdict.points ??
    rules.pointValues.map((value) => certain.find(({ point }) => point === value.point) ?? unknown(value));
  if (!points.some(({ state }) => state === 'certain')) return null;
  return (
    <section aria-labelledby="settled">
      <h3 class="lab" id="settled">
        {say('settled_either_way')}
      </h3>
      <ol class="lines">
        {points.map((point) => (
          <PointLine match={match} point={point} note={point.card ? cardName(point.card, rules.jokers === 1) : ''} />
        ))}
      </ol>
    </section>
  );
}

// Of a hand that cannot be the server tells the points that are certain, and no others.
function unknown({ point, worth }: PointValue): Point {
  const why = { code: '', args: {}, text: '' };
  return { point, worth, state: 'open', side: null, possible: [], mayBeNobody: false, card: null, clauses: [], why };
}
