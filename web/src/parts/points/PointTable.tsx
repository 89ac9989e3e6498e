import type { HandRecord, Match, Rules } from 'pitchkeeper-client';
import { give, mayBeNobody, whose, type Whose } from '../../hand/points';
import { useOneStop } from '../keys';
import { sideClass } from '../Score';
import { say } from '../../wording';

interface Props {
  match: Match;
  rules: Rules;
  record: HandRecord;
  change: (record: HandRecord) => void;
  giveAll: (side: number) => void;
}

/** Many sides and few points: people are rows, and the points stand beside one another. */
export function PointTable({ match, rules, record, change, giveAll }: Props) {
  const points = rules.pointValues;
  const rows: { to: Exclude<Whose, undefined>; name: string; look: string }[] = [
    ...match.sides.map(({ side, name }) => ({ to: side, name, look: sideClass(side) })),
    { to: 'nobody', name: say('nobody'), look: '' },
  ];
  const table = useOneStop<HTMLDivElement>();
  return (
    <div {...table} class="ptable" role="toolbar" aria-labelledby="question" style={{ '--points': points.length }}>
      <div class="heads" aria-hidden="true">
        <span />
        {points.map(({ point }) => (
          <span class="cut">{say(`word.point.${point}`)}</span>
        ))}
      </div>
      {rows.map(({ to, name, look }) => (
        <div class={look} role="group" aria-label={name}>
          {to === 'nobody' ? (
            <span class="note">{name}</span>
          ) : (
            <button class="who" onClick={() => giveAll(to)}>
              <i />
              <span class="cut">{name}</span>
            </button>
          )}
          {points.map(({ point, worth }) => {
            const has = whose(record, point) === to;
            if (to === 'nobody' && !mayBeNobody(point, rules)) return <span />;
            return (
              <button
                class={to === 'nobody' ? 'hole none' : 'hole'}
                aria-pressed={has}
                aria-label={`${say(`word.point.${point}`)}: ${name}`}
                onClick={() => change(give(record, point, has ? undefined : to))}
              >
                {has && to !== 'nobody' ? <span class="figure">+{worth}</span> : <i />}
              </button>
            );
          })}
        </div>
      ))}
    </div>
  );
}
