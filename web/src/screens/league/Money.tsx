import { useSignal } from '@preact/signals';

import { cancelPayment, cancelPayout, getAccounts, recordPayment, recordPayout } from 'pitchkeeper-client';
import type { Accounts, League, NamedAccount } from 'pitchkeeper-client';
import { entrantOf, isHeld, isSeasonOver, mayWrite, money, unit } from '../../league/night';
import { useAttempt, useFetched } from '../../fetching';
import { newer, type LeagueSheet } from '../../leagues';
import { Live } from '../../parts/Live';
import { Screen } from '../../parts/Screen';
import { Sure } from '../../parts/Sure';
import { address } from '../../places';
import { answer } from '../../server';
import { settings } from '../../settings';
import { say } from '../../wording';
import { LeagueTabs } from './LeagueTabs';
import { Payouts } from './Payouts';

/** Who owes what: a tap on a name takes what is owed, and during a night what is due tonight. */
export function Money({ sheet: { league, schedule } }: { sheet: LeagueSheet }) {
  const accounts = useSignal<Accounts | undefined>(undefined);
  const opened = useSignal<number | undefined>(undefined);
  const path = { leagueId: league.leagueId };
  const tonight = schedule.nights.findLast(isHeld)?.night;

  const look = () => answer(getAccounts({ path, query: tonight === undefined ? {} : { night: tonight } }));

  // What was entered is in the books, also if the look at the door after it fails.
  const seen = (changed: Accounts) => (tonight === undefined ? changed : look().catch(() => changed));

  async function show(what: Promise<Accounts>): Promise<void> {
    accounts.value = newer(await what, accounts.value);
    opened.value = undefined;
  }

  const fetched = useFetched(() => show(look()), [league.leagueId, league.version, tonight]);
  const { said, attempt: tried } = useAttempt(fetched);
  const attempt = (what: () => Promise<Accounts>) => tried(() => show(what()));

  const shown = accounts.value;
  const inCurrency = (amount: number) => money(amount, league.format.currency ?? 'USD');
  return (
    <Screen
      class="league columns"
      title={say('league_tab.money')}
      note={league.name}
      back={address('league', league.leagueId)}
      corner={<Live />}
      foot={<LeagueTabs league={league} />}
    >
      {shown && <p>{say('league.pot', { pot: inCurrency(shown.pot), box: inCurrency(shown.inBox) })}</p>}
      {said.value && (
        <p role="alert" class="box">
          {said.value}
        </p>
      )}
      <ul class="lines">
        {shown?.accounts.map((account) => (
          <li key={account.entrant}>
            <button
              class="row"
              aria-expanded={opened.value === account.entrant}
              disabled={!mayWrite(league)}
              onClick={() => (opened.value = opened.value === account.entrant ? undefined : account.entrant)}
            >
              <span class="grow">
                <b class="cut">{account.name}</b>
                <small>{say('league.paid_so_far', { paid: inCurrency(account.paid) })}</small>
              </span>
              <span class={account.balance < 0 ? 'mark' : ''}>{standing(account, shown.dueNight, inCurrency)}</span>
            </button>
            {opened.value === account.entrant && (
              <Pay
                league={league}
                account={account}
                inCurrency={inCurrency}
                pay={(amount) =>
                  void attempt(async () => {
                    const body = { entrant: account.entrant, amount, ...(tonight && { night: tonight }) };
                    return seen(await answer(recordPayment({ path, body })));
                  })
                }
              />
            )}
          </li>
        ))}
      </ul>
      {shown && (
        <Payouts
          league={league}
          accounts={shown}
          isOver={isSeasonOver(schedule)}
          inCurrency={inCurrency}
          handOut={(body) => void attempt(async () => seen(await answer(recordPayout({ path, body }))))}
          cancel={(payout) =>
            void attempt(async () => {
              const body = { reason: say('league.entered_wrongly') };
              return seen(await answer(cancelPayout({ path: { ...path, payout }, body })));
            })
          }
        />
      )}
      {shown && (
        <Payments
          league={league}
          accounts={shown}
          inCurrency={inCurrency}
          cancel={(payment) =>
            void attempt(async () => {
              const body = { reason: say('league.entered_wrongly') };
              return seen(await answer(cancelPayment({ path: { ...path, payment }, body })));
            })
          }
        />
      )}
    </Screen>
  );
}

/** How somebody stands: what of the nights so far is open, else of the night that comes next. */
function standing({ balance, due, paid }: NamedAccount, night: number, inCurrency: (amount: number) => string): string {
  if (balance < 0) return say('league.owes', { amount: inCurrency(-balance) });
  if (paid < due) return say('league.due', { amount: inCurrency(due - paid), night });
  if (paid > due) return say('league.ahead', { amount: inCurrency(paid - due) });
  return due === 0 ? say('league.nothing_due') : say('league.settled', { night });
}

interface PayProps {
  league: League;
  account: NamedAccount;
  inCurrency: (amount: number) => string;
  pay: (amount: number) => void;
}

function Pay({ league, account, inCurrency, pay }: PayProps) {
  const typed = useSignal('');
  const season = account.owedSeason - account.paid;
  const offers = [...new Set([account.due - account.paid, league.format.fee ?? 0, season])].filter(
    (amount) => amount > 0,
  );
  const amount = Math.round(Number(typed.value.replace(',', '.')) * unit(league.format.currency ?? 'USD'));
  return (
    <form
      class="box pay"
      onSubmit={(event) => {
        event.preventDefault();
        if (amount) pay(amount);
      }}
    >
      <div class="choices">
        {offers.map((offer) => (
          <button type="button" class="plain" onClick={() => pay(offer)}>
            {say('league.paid', { amount: inCurrency(offer) })}
          </button>
        ))}
      </div>
      <div class="pair">
        <label class="field">
          <span class="lab">{say('league.other_amount')}</span>
          <input
            inputMode="decimal"
            value={typed.value}
            onInput={({ currentTarget }) => (typed.value = currentTarget.value)}
          />
        </label>
        <button class="plain" disabled={!amount}>
          {say('save')}
        </button>
      </div>
    </form>
  );
}

interface PaymentsProps {
  league: League;
  accounts: Accounts;
  inCurrency: (amount: number) => string;
  cancel: (payment: number) => void;
}

function Payments({ league, accounts, inCurrency, cancel }: PaymentsProps) {
  if (accounts.payments.length === 0) return null;
  return (
    <details class="box">
      <summary>{say('league.payments')}</summary>
      <ul class="lines">
        {accounts.payments.toReversed().map(({ number, entrant, amount, at, night, note, cancelled }) => (
          <li key={number}>
            <p class="row">
              <span class="grow">
                {entrantOf(league, entrant)?.name}
                <small>
                  {[
                    new Date(at).toLocaleDateString(settings.value.language),
                    night && say('tv.next_night', { night }),
                    note,
                  ]
                    .filter(Boolean)
                    .join(', ')}
                </small>
              </span>
              <span>{cancelled ? <s>{inCurrency(amount)}</s> : inCurrency(amount)}</span>
            </p>
            {!cancelled && mayWrite(league) && (
              <Sure
                isMild
                label={say('league.take_back')}
                question={say('league.take_back_sure')}
                onSure={() => cancel(number)}
              />
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
