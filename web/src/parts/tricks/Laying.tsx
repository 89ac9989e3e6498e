import type { Finding, HandRecord, Match, Rules } from 'pitchkeeper-client';
import type { Pack } from '../../hand/pack';
import { asksTrump } from '../../hand/play';
import { TrumpHint } from '../CardsHint';
import { say } from '../../wording';
import { Deck } from './Deck';
import { Line } from './Line';
import { OnTable } from './OnTable';
import type { Entry } from './useTricks';

interface Props {
  match: Match;
  rules: Rules;
  record: HandRecord;
  change: (record: HandRecord) => void;
  pack: Pack;
  entry: Entry;
  finding?: Finding | undefined;
}

/** The trick that is laid: what is asked of it, whose turn it is, and the cards. */
export function Laying({ match, rules, record, change, pack, entry, finding }: Props) {
  const { at, trick } = entry;
  const asked = trick && trick.cards.length < trick.order.length ? trick.order[trick.cards.length] : undefined;
  return (
    <>
      {asksTrump(record, rules) ? (
        <TrumpHint choose={(trump) => change({ ...record, trump })} />
      ) : (
        <Line {...{ match, at, trick, asked, entry, finding }} />
      )}
      {trick && <OnTable {...{ match, trick, asked }} chosen={entry.chosen} press={entry.press} />}
      <Deck {...{ match, rules, record, pack }} tap={entry.tap}>
        <button class="plain" disabled={asked === undefined} onClick={() => entry.isOut(asked!)}>
          {say('no_trump_left')}
        </button>
      </Deck>
    </>
  );
}
