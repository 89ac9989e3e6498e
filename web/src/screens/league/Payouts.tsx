import type { Accounts, Award, League, NewPayout } from 'pitchkeeper-client';
import { entrantOf, mayRun } from '../../league/night';
import { Sure } from '../../parts/Sure';
import { say } from '../../wording';

interface Props {
  league: League;
  accounts: Accounts;
  /** Whether nothing is left to be played, so that the prizes stand. */
  isOver: boolean;
  inCurrency: (amount: number) => string;
  handOut: (payout: NewPayout) => void;
  cancel: (payout: number) => void;
}

/** The prizes as they stand, what was handed out of each, and a tap to hand out the rest. */
export function Payouts({ league, accounts, isOver, inCurrency, handOut, cancel }: Props) {
  const awards = accounts.prizes.awards.filter(({ amount, paidOut }) => amount || paidOut);
  const payouts = accounts.payouts.filter(({ cancelled }) => cancelled === null);
  if (awards.length === 0 && payouts.length === 0) return null;
  return (
    <details class="box" open={isOver}>
      <summary>{say('league.prizes')}</summary>
      {accounts.prizes.findings.map(({ message }) => (
        <p class="box" key={message.text}>
          {message.text}
        </p>
      ))}
      <ul class="lines">
        {awards.map((award) => (
          <li key={award.entrant}>
            <p class="row">
              <span class="grow">
                <b class="cut">{entrantOf(league, award.entrant)?.name}</b>
                <small>{say('league.place', { place: award.rank })}</small>
              </span>
              <span>{state(award, inCurrency)}</span>
            </p>
            {mayRun(league) && isOver && left(award) > 0 && (
              <button
                class="plain"
                onClick={() => handOut({ entrant: award.entrant, place: award.rank, amount: left(award) })}
              >
                {say('league.hand_out', { amount: inCurrency(left(award)) })}
              </button>
            )}
          </li>
        ))}
        {payouts.map(({ number, entrant, amount }) => (
          <li key={`payout ${number}`}>
            <p class="row">
              <span class="grow cut">{entrantOf(league, entrant)?.name}</span>
              <span>{say('league.handed_out', { amount: inCurrency(amount) })}</span>
            </p>
            {mayRun(league) && (
              <Sure
                isMild
                label={say('league.take_back')}
                question={say('league.payout_sure')}
                onSure={() => cancel(number)}
              />
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** What is still to be handed out of a prize; nothing while a play-off is awaited. */
const left = ({ amount, paidOut }: Award) => (amount ?? 0) - paidOut;

function state({ amount, paidOut }: Award, inCurrency: (amount: number) => string): string {
  if (amount === null) return say('league.awaits_play_off');
  return paidOut === amount ? say('league.handed_out', { amount: inCurrency(amount) }) : inCurrency(amount);
}
