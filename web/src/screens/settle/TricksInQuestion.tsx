import type { HandRecord, Match, Rules } from 'pitchkeeper-client';
import { packOf } from '../../hand/pack';
import { asksTrump } from '../../hand/play';
import { tableOf } from '../../hand/tables';
import { Icon } from '../../parts/Icon';
import { say } from '../../wording';
import { Hint } from '../../parts/CardsHint';
import { Deck } from '../../parts/tricks/Deck';
import { Line } from '../../parts/tricks/Line';
import { OnTable } from '../../parts/tricks/OnTable';
import { TrickTabs } from '../../parts/tricks/TrickTabs';
import { useTricks } from '../../parts/tricks/useTricks';

interface Props {
  match: Match;
  rules: Rules;
  record: HandRecord;
  change: (record: HandRecord) => void;
}

/** How a hand was played, trick by trick, in an argument that is about no hand of a match. */
export function TricksInQuestion({ match, rules, record, change }: Props) {
  const pack = packOf(rules, tableOf(rules, match));
  const entry = useTricks({ match, rules, record, change }, pack);
  const { at, trick } = entry;
  const asked = trick && trick.cards.length < trick.order.length ? trick.order[trick.cards.length] : undefined;
  return (
    <>
      {asksTrump(record, rules) ? (
        <Hint
          asking={{ what: 'trump' }}
          trump={undefined}
          alone={rules.jokers === 1}
          choose={(trump) => change({ ...record, trump })}
          leave={() => undefined}
        />
      ) : (
        <Line {...{ match, at, trick, asked, entry }} finding={undefined} />
      )}
      {trick && <OnTable {...{ match, trick, asked }} chosen={entry.chosen} press={entry.press} />}
      <Deck {...{ match, rules, record, pack }} tap={entry.tap}>
        <button class="plain" disabled={asked === undefined} onClick={() => entry.isOut(asked!)}>
          {say('no_trump_left')}
        </button>
      </Deck>
      <TrickTabs {...{ match, rules, record, pack, at }} front={entry.front} open={entry.open} />
      <button class="quiet" disabled={!entry.canTakeBack} onClick={entry.takeBack}>
        <Icon name="undo" />
        {say('take_back')}
      </button>
    </>
  );
}
