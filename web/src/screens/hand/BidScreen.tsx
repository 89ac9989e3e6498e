import { go, address } from '../../places';
import { Bidding } from '../../parts/Bidding';
import { Screen } from '../../parts/Screen';
import { dealerOf } from '../../hand/expected';
import { entryOf } from '../../hand/mending';
import { save } from '../../hand/saving';
import { say } from '../../wording';
import type { EntryProps } from './entry';
import '../../styles/correction.css';

/** Who won the bid of a hand, where it was not said or was said wrongly. */
export function BidScreen({ match, rules, number, record, kept, change }: Omit<EntryProps, 'notice'>) {
  const dealer = record.dealer ?? dealerOf(match, number);
  const name = match.players[dealer]?.name ?? '';
  const isKept = match.lines.some((line) => line.number === number);
  // What was entered before is a way back only where there is a bid; the hand itself asks for one.
  const back = record.contract ? ['hand', number, entryOf(record)] : isKept ? ['hand', number] : [];
  return (
    <Screen
      class="bid-screen"
      title={say('hand_number', { hand: number })}
      note={say('dealt', { name })}
      back={address('m', match.matchId, ...back)}
    >
      <Bidding
        {...{ match, rules, dealer }}
        won={(pitcher, bid) => {
          const called = record.contract?.calledCard;
          // The bids and passes that were entered made another contract, or none.
          const { calls: _, ...rest } = record;
          change({ ...rest, contract: { pitcher, bid, ...(called ? { calledCard: called } : {}) } });
          go('m', match.matchId, 'hand', number, entryOf(record));
        }}
        allPassed={() => void save(match, number, { dealer, calls: match.players.map(() => 'pass') }, kept, true, true)}
      />
    </Screen>
  );
}
