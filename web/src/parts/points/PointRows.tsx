import type { HandRecord, Match, Rules } from 'pitchkeeper-client';
import { Radios } from '../Choices';
import { give, mayBeNobody, whose, type Whose } from '../../hand/points';
import { sideClass } from '../Score';
import { say } from '../../wording';

interface Props {
  match: Match;
  rules: Rules;
  record: HandRecord;
  change: (record: HandRecord) => void;
  giveAll: (side: number) => void;
}

// A list that is longer than this has lower rows.
const LONG = 5;

/** A row a point, with the sides beside one another. */
export function PointRows({ match, rules, record, change, giveAll }: Props) {
  const points = rules.pointValues;
  const sure = !points.some(({ point }) => mayBeNobody(point, rules));
  const look = ['grid', points.length > LONG ? 'long' : '', sure ? 'sure' : ''].join(' ');
  return (
    <div class={look} style={{ '--sides': match.sides.length }}>
      <div class="prow heads">
        <span />
        {match.sides.map(({ side, name }) => (
          <button class={`who ${sideClass(side)}`} onClick={() => giveAll(side)}>
            <span class="chip">{name}</span>
          </button>
        ))}
        {!sure && <span />}
      </div>
      {points.map(({ point, worth }) => (
        <PointRow
          key={point}
          name={say(`word.point.${point}`)}
          worth={worth}
          sides={match.sides}
          sure={sure}
          nobody={mayBeNobody(point, rules) ? say(point === 'game' ? 'tie' : 'not_out') : undefined}
          whose={whose(record, point)}
          give={(to) => change(give(record, point, to))}
        />
      ))}
    </div>
  );
}

interface RowProps {
  name: string;
  worth: number;
  sides: Match['sides'];
  nobody: string | undefined;
  /** Whether every point of these rules is somebody's. */
  sure: boolean;
  whose: Whose;
  give: (to: Whose) => void;
}

function PointRow({ name, worth, sides, nobody, sure, whose, give }: RowProps) {
  const choose = (to: Whose) => give(whose === to ? undefined : to);
  return (
    <Radios class="prow" aria-label={name}>
      <p>
        <b>{name}</b>
      </p>
      {sides.map(({ side, name: who }) => (
        <button
          class={`hole ${sideClass(side)}`}
          role="radio"
          aria-checked={whose === side}
          aria-label={`${name}: ${who}`}
          onClick={() => choose(side)}
        >
          {whose === side ? <span class="figure">+{worth}</span> : <i />}
        </button>
      ))}
      {nobody ? (
        <button class="hole none" role="radio" aria-checked={whose === 'nobody'} onClick={() => choose('nobody')}>
          {nobody}
        </button>
      ) : (
        !sure && <span aria-hidden="true" />
      )}
    </Radios>
  );
}
