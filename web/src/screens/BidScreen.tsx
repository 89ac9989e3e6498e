import { go, address } from '../places';
import { Bidding } from '../parts/Bidding';
import { Screen } from '../parts/Screen';
import { dealerOf } from '../hand/expected';
import { save } from '../hand/saving';
import { say } from '../wording';
import type { EntryProps } from './Cards';
import { way } from './Question';
import '../styles/correction.css';

/** Who won the bid of a hand, where it was not said or was said wrongly. */
export function BidScreen({ match, rules, number, record, change }: Omit<EntryProps, 'kept' | 'notice'>) {
  const dealer = record.dealer ?? dealerOf(match, number);
  const name = match.players[dealer]?.name ?? '';
  return (
    <Screen
      class="bid-screen"
      title={say('hand_number', { hand: number })}
      note={say('dealt', { name })}
      back={address('m', match.matchId, 'hand', number, way(record))}
    >
      <Bidding
        {...{ match, rules, dealer }}
        won={(pitcher, bid) => {
          const called = record.contract?.calledCard;
          change({ ...record, contract: { pitcher, bid, ...(called ? { calledCard: called } : {}) } });
          go('m', match.matchId, 'hand', number, way(record));
        }}
        allPassed={() =>
          void save(match, number, { dealer, calls: match.players.map(() => 'pass') }, true)
        }
      />
    </Screen>
  );
}
