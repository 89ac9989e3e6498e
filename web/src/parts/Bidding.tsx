import { useSignal } from '@preact/signals';

import type { Call, Match, Rules } from 'pitchkeeper-client';
import { bidLabel, bidNumber, bids } from '../hand/bids';
import { sideOf } from '../hand/points';
import { say } from '../wording';
import { useOneStop } from './keys';
import { plain, sideClass } from './Score';

// As many buttons as fit beside a name; more of them are a pad behind the name.
const MOST_BESIDE = 4;

interface Props {
  match: Match;
  rules: Rules;
  dealer: number;
  won: (seat: number, bid: Call) => void;
  allPassed: () => void;
  /** The scores, where they share a row with the bids; a tap on one lays the phone down. */
  scores?: { all: readonly number[]; isSoft: boolean; lay: () => void } | undefined;
}

/** Who won the bid: everyone in bidding order, the dealer last, with the bids that he may win. */
export function Bidding({ match, rules, dealer, won, allPassed, scores }: Props) {
  const asked = useSignal<number | undefined>(undefined);
  const table = useOneStop<HTMLElement>();
  const count = match.players.length;
  const order = Array.from({ length: count }, (_, at) => (dealer + 1 + at) % count);
  const many = bids(rules, true).length > MOST_BESIDE;

  return (
    <section {...table} class={scores ? 'bids scored' : 'bids'} aria-labelledby="question">
      <div class="head">
        <h2 id="question">{say('who_won_bid')}</h2>
        {/* A dealer who is stuck has to bid. */}
        {rules.allPass !== 'forced' && (
          <button class="quiet" onClick={allPassed}>
            {say('all_passed')}
          </button>
        )}
      </div>
      {order.map((seat, at) => {
        const name = match.players[seat]?.name ?? '';
        const legal = bids(rules, at === count - 1);
        const mark = at === 0 ? say('bids_first') : at === count - 1 ? say('deals') : '';
        const shown = many && asked.value !== seat ? [] : legal;
        return (
          <div
            class={`bidder ${sideClass(sideOf(match, seat))} ${many ? 'pad' : legal.length === MOST_BESIDE ? 'four' : ''}`}
            role="group"
            aria-label={name}
            style={{ '--bids': Math.min(legal.length, MOST_BESIDE) }}
          >
            {many ? (
              <button
                class="who"
                aria-expanded={asked.value === seat}
                onClick={() => (asked.value = asked.value === seat ? undefined : seat)}
              >
                <Who name={name} mark={mark} />
              </button>
            ) : (
              <span class="who cut">
                <Who name={name} mark={mark} />
              </span>
            )}
            {scores && (
              <button
                class={scores.isSoft ? 'figure now soft' : 'figure now'}
                aria-label={say('lay_down_from', { name, score: plain(scores.all[sideOf(match, seat)] ?? 0) })}
                onClick={scores.lay}
              >
                {plain(scores.all[sideOf(match, seat)] ?? 0)}
              </button>
            )}
            {shown.map((bid) => (
              <button
                class={bidNumber(bid) === undefined ? 'bid word' : 'bid figure'}
                aria-label={say('name_bid', { name, bid: bidLabel(bid) })}
                onClick={() => won(seat, bid)}
              >
                {bidLabel(bid)}
              </button>
            ))}
          </div>
        );
      })}
    </section>
  );
}

function Who({ name, mark }: { name: string; mark: string }) {
  return (
    <>
      <i />
      <span class="cut">
        {name}
        {mark && <small>{mark}</small>}
      </span>
    </>
  );
}
