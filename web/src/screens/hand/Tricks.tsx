import { useRef } from 'preact/hooks';

import type { Call, HandRecord, Suit } from 'pitchkeeper-client';
import { bidLabel } from '../../hand/bids';
import { everyCard, packOf } from '../../hand/pack';
import { played, trumpOf } from '../../hand/play';
import { useForesight } from '../../hand/preview';
import { save as saveHand } from '../../hand/saving';
import { tableOf } from '../../hand/tables';
import { told } from '../../hand/tricks';
import { address } from '../../places';
import { Foresight } from '../../parts/Foresight';
import { Icon } from '../../parts/Icon';
import { useKeys } from '../../parts/keys';
import { Screen } from '../../parts/Screen';
import { say } from '../../wording';
import type { EntryProps } from './entry';
import { Laying } from '../../parts/tricks/Laying';
import { TrickTabs } from '../../parts/tricks/TrickTabs';
import { useTricks } from '../../parts/tricks/useTricks';
import '../../styles/cards.css';
import '../../styles/tricks.css';

/** A hand trick by trick: whose turn it is follows from who won the trick before. */
export function Tricks(props: EntryProps) {
  const { match, rules, number, record, kept, change, notice } = props;
  const pack = packOf(rules, tableOf(rules, match));
  const entry = useTricks(props, pack);
  const { at, trick } = entry;
  const whole = told(onlyWhole(record, played(record, rules, match, pack)));
  const preview = useForesight(match, number, whole);
  const pitcher = record.contract && match.players[record.contract.pitcher]?.name;

  async function save(): Promise<void> {
    const { status } = preview.value?.verdict ?? {};
    await saveHand(match, number, told(record), kept, (status ?? 'settled') === 'settled');
  }

  const typed = useRef('');
  useKeys((key) => {
    const letter = key.toUpperCase();
    const card = typed.current + letter;
    typed.current = letter;
    if (everyCard(pack).includes(card)) entry.tap(card);
    else if (key === 'Backspace') entry.takeBack();
    else if (key === 'Enter') void save();
    else return false;
    return true;
  });

  return (
    <Screen
      class="tricks"
      title={say('hand_number', { hand: number })}
      note={pitcher && record.contract ? bid(pitcher, record.contract.bid, trumpOf(record, rules)) : ''}
      back={address('m', match.matchId, 'hand', number, 'points')}
      corner={
        <button class="quiet" disabled={!record.tricks?.length} onClick={entry.startOver}>
          {say('start_over')}
        </button>
      }
      foot={
        <footer class="foot">
          <TrickTabs {...{ match, rules, record, pack, at }} front={entry.front} open={entry.open} />
          <div class="saving">
            <button class="plain" disabled={!entry.canTakeBack} aria-label={say('take_back')} onClick={entry.takeBack}>
              <Icon name="undo" />
            </button>
            <button class="main" onClick={() => void save()}>
              {say('save_hand', { hand: number })}
            </button>
          </div>
        </footer>
      }
    >
      {notice}
      <Laying {...{ match, rules, record, change, pack, entry }} finding={preview.value?.verdict.findings[0]} />
      {!trick && <Foresight match={match} preview={preview.value} />}
    </Screen>
  );
}

function bid(name: string, call: Call, trump: Suit | undefined): string {
  const suit = trump ? say(`word.suit.${trump}`) : '';
  return say(trump ? 'name_bid_in' : 'name_bid', { name, bid: bidLabel(call), suit });
}

// A trick that is being laid is no fact yet, so the server is asked about those that are whole.
function onlyWhole(record: HandRecord, tricks: { isWhole: boolean }[]): HandRecord {
  return tricks.at(-1)?.isWhole === false ? { ...record, tricks: record.tricks!.slice(0, -1) } : record;
}
