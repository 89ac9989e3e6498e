import { useSignal } from '@preact/signals';

import type { HandRecord, Match, Rules } from 'pitchkeeper-client';
import { give } from '../../hand/points';
import { isOneNumber } from '../../hand/taken';
import { say } from '../../wording';
import { PointRows } from './PointRows';
import { PointTable } from './PointTable';
import { Taken } from './Taken';

interface Props {
  match: Match;
  rules: Rules;
  record: HandRecord;
  change: (record: HandRecord) => void;
}

// More sides than these do not fit beside one another.
const MOST_COLUMNS = 3;

/** Who took which point, or how many, as these rules and so many sides have it. */
export function TookWhat({ match, rules, record, change }: Props) {
  const canBeNumber = isOneNumber(rules, match);
  const byPoint = useSignal((record.claims?.points?.length ?? 0) > 0);
  const isNumber = canBeNumber && !byPoint.value;
  const isMany = match.sides.length > MOST_COLUMNS;

  // A side's name gives it everything; a point that may be nobody's goes to it as well.
  function giveAll(side: number): void {
    const names = rules.pointValues.map(({ point }) => point);
    change(names.reduce((given, point) => give(given, point, side), record));
  }

  function otherWay(): void {
    const { points: _, taken: __, takenTogether: ___, ...claims } = record.claims ?? {};
    change({ ...record, claims });
    byPoint.value = !byPoint.value;
  }

  return (
    <section aria-labelledby="question">
      {/* A number is asked for in words of its own. */}
      <h2 id="question" class={isNumber ? 'hide' : undefined}>
        {say('who_took_what')}
      </h2>
      {isNumber ? (
        <Taken {...{ match, rules, record, change }} />
      ) : isMany ? (
        <PointTable {...{ match, rules, record, change, giveAll }} />
      ) : (
        <PointRows {...{ match, rules, record, change, giveAll }} />
      )}
      {!isNumber && !record.claims?.points?.length && <p class="note tip">{say('tap_name')}</p>}
      {canBeNumber && (
        <button class="quiet" onClick={otherWay}>
          {say(isNumber ? 'point_by_point' : 'as_one_number')}
        </button>
      )}
    </section>
  );
}
