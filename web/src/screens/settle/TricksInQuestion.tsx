import type { HandRecord, Match, Rules } from 'pitchkeeper-client';
import { packOf } from '../../hand/pack';
import { tableOf } from '../../hand/tables';
import { Icon } from '../../parts/Icon';
import { say } from '../../wording';
import { Laying } from '../../parts/tricks/Laying';
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
  return (
    <>
      <Laying {...{ match, rules, record, change, pack, entry }} />
      <TrickTabs {...{ match, rules, record, pack }} at={entry.at} front={entry.front} open={entry.open} />
      <button class="quiet" disabled={!entry.canTakeBack} onClick={entry.takeBack}>
        <Icon name="undo" />
        {say('take_back')}
      </button>
    </>
  );
}
