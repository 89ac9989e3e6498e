import type { Call, Rules } from 'pitchkeeper-client';
import { has, say } from '../wording';

/** What a bid is shown as on a button: its number, or the name of a slam. */
export function bidLabel(bid: Call): string {
  if (has(`word.bid.${bid}.digits`)) return say(`word.bid.${bid}.digits`);
  return has(`word.bid.${bid}`) ? say(`word.bid.${bid}`) : bid;
}

const WORDS: Record<string, number> = { one: 1, two: 2, three: 3, four: 4 };

/** How many points a bid is for; undefined for a slam, which the rules know. */
export function bidNumber(bid: Call): number | undefined {
  return WORDS[bid] ?? (/^\d+$/.test(bid) ? Number(bid) : undefined);
}

/** Every bid that may win an auction, the lowest first; some are the dealer's alone. */
export function bids(rules: Rules, isDealer: boolean): Call[] {
  const alone = isDealer ? rules.dealerAloneBids : [];
  const numbers = [...new Set([...alone, ...rules.bids])].sort(
    (one, other) => (bidNumber(one) ?? 0) - (bidNumber(other) ?? 0),
  );
  return rules.slam === 'none' ? numbers : [...numbers, rules.slam as Call];
}

/** Return the seat of each call in turn, and last of the one to call next unless the bidding is over. */
export function callers(calls: readonly Call[], players: number, dealer: number, rules: Rules): number[] {
  const isOneRound = rules.biddingRounds === 'one';
  const passes = calls.filter((call) => call === 'pass').length;
  const isOver = isOneRound ? calls.length >= players : passes >= players - (calls.length > passes ? 1 : 0);
  const seats: number[] = [];
  const out = new Set<number>();
  let seat = dealer;
  for (let at = 0; at < calls.length + (isOver ? 0 : 1); at++) {
    do seat = (seat + 1) % players;
    while (out.has(seat) && out.size < players);
    seats.push(seat);
    if (!isOneRound && calls[at] === 'pass') out.add(seat);
  }
  return seats;
}
