import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';

import {
  addEntrant,
  callOffNight,
  cancelPayment,
  checkIn,
  checkInAll,
  getNight,
  openNight,
  planSlot,
  previewSlot,
  recordPayment,
} from 'pitchkeeper-client';
import type { Attendance, NightAttendance, NightSheet } from 'pitchkeeper-client';
import { type Attempt, useAttempt, useFetched } from '../../fetching';
import { entrantOf, isOfTeams, mayRun, mayWrite, money } from '../../league/night';
import { loadLeague, newer, type LeagueSheet } from '../../leagues';
import { Live } from '../../parts/Live';
import { Screen } from '../../parts/Screen';
import { address, leaveFor } from '../../places';
import { answer } from '../../server';
import { clock, say } from '../../wording';
import { CallingOff } from './CallingOff';
import { NewEntrantForm } from './NewEntrantForm';
import { PlanOfRound } from './PlanOfRound';
import { Substitutes } from './Substitutes';

interface Props {
  sheet: LeagueSheet;
  night: number;
}

/** The door of a night: who is here and who has paid, a tap each, and then the round is paired. */
export function Door({ sheet: { league }, night }: Props) {
  const { leagueId } = league;
  const path = { leagueId, night };
  const door = useSignal<NightSheet | undefined>(undefined);
  const plan = useSignal<NightSheet | undefined>(undefined);
  const expectsLate = useSignal(false);
  const opened = useSignal<number | undefined>(undefined);

  const show = (found: NightSheet) => (door.value = newer(found, door.value));

  const look = async () => show(await answer(getNight({ path })));
  const { said, attempt: attemptAtOnce } = useAttempt(useFetched(look, [leagueId, night, league.version]));
  // One after the other, for at a door the last tap counts, and requests may overtake each other.
  const taps = useRef(Promise.resolve());
  const attempt: Attempt = (what) => (taps.current = taps.current.then(() => attemptAtOnce(what)));

  const shown = door.value;
  const fee = (shown?.attendances ?? []).some(({ dueTonight, paidTonight }) => dueTonight > 0 || paidTonight !== 0);
  const inCurrency = (amount: number) => money(amount, shown?.currency ?? 'USD');
  const isCheckingIn = shown !== undefined && shown.openedAt !== null && shown.state !== 'over';

  const enter = (one: NightAttendance, attendance: Attendance) =>
    attempt(async () => {
      const body = { attendance, players: one.players ?? [] };
      show(await answer(checkIn({ path: { ...path, entrant: one.entrant }, body })));
    });

  const allHere = () =>
    attempt(async () => {
      const checkIns = (door.value?.attendances ?? [])
        .filter(({ attendance }) => attendance === 'unknown')
        .map(({ entrant, players }) => ({ entrant, attendance: 'here' as const, players: players ?? [] }));
      if (checkIns.length > 0) show(await answer(checkInAll({ path, body: { checkIns } })));
    });

  async function take({ entrant, dueTonight, paidTonight }: NightAttendance): Promise<void> {
    const body = { entrant, amount: dueTonight - paidTonight, night };
    await answer(recordPayment({ path: { leagueId }, body }));
  }

  const pay = (one: NightAttendance) =>
    attempt(async () => {
      const now = door.value?.attendances.find(({ entrant }) => entrant === one.entrant);
      // A second tap was for what has been paid meanwhile.
      if (now?.paidTonight !== one.paidTonight) return;
      const last = one.payments.at(-1);
      if (one.paidTonight < one.dueTonight) await take(one);
      else if (last !== undefined) {
        const body = { reason: say('league.entered_wrongly') };
        await answer(cancelPayment({ path: { leagueId, payment: last }, body }));
      }
      await look();
    });

  const allPaid = () =>
    attempt(async () => {
      const owing = (door.value?.attendances ?? []).filter((one) => one.paidTonight < one.dueTonight);
      try {
        for (const one of owing) await take(one);
      } finally {
        await look();
      }
    });

  async function preview(slot: number): Promise<void> {
    const body = { expectsLate: expectsLate.value };
    plan.value = await answer(previewSlot({ path: { ...path, slot }, body }));
  }

  const slot = shown?.nextSlot ?? undefined;
  if (plan.value && slot !== undefined) {
    return (
      <PlanOfRound
        league={league}
        plan={plan.value}
        slot={slot}
        late={shown?.late ?? 0}
        expectsLate={expectsLate.value}
        said={said.value}
        expect={(isExpected) => {
          expectsLate.value = isExpected;
          void attempt(() => preview(slot));
        }}
        back={() => (plan.value = undefined)}
        play={() =>
          void attempt(async () => {
            const body = { expectsLate: expectsLate.value };
            await answer(planSlot({ path: { ...path, slot }, body }));
            await loadLeague(leagueId);
            leaveFor('league', leagueId);
          })
        }
      />
    );
  }
  return (
    <Screen
      class="league door"
      title={say('door.title', { night })}
      note={league.name}
      back={address('league', leagueId)}
      corner={<Live />}
      foot={
        <footer class="foot">
          {said.value && <p role="alert">{said.value}</p>}
          {shown && isCheckingIn && (
            <p class="door-count">
              <span>{say('door.count', { here: shown.here, late: shown.late })}</span>
              {fee && (
                <b>{say('door.money', { paid: inCurrency(shown.paidTonight), due: inCurrency(shown.dueTonight) })}</b>
              )}
            </p>
          )}
          {shown && mayRun(league) && !isCheckingIn && shown.state !== 'over' && (
            <button class="main" onClick={() => void attempt(async () => show(await answer(openNight({ path }))))}>
              {say(shown.state === 'called_off' ? 'door.open_again' : 'door.open')}
            </button>
          )}
          {isCheckingIn && slot !== undefined && mayRun(league) && (
            <button class="main" disabled={shown.here < 2} onClick={() => void attempt(() => preview(slot))}>
              {say('door.pair', { round: slot })}
            </button>
          )}
        </footer>
      }
    >
      {shown?.calledOff && (
        <p class="box">
          {shown.movedTo
            ? say('door.moved', { reason: shown.calledOff.reason })
            : say('door.called_off', { reason: shown.calledOff.reason })}
        </p>
      )}
      {!shown && <p role="status">{said.value || say('moment')}</p>}
      {shown?.openedAt === null && shown.state !== 'called_off' && <p>{say('door.nothing_due')}</p>}
      {isCheckingIn && mayWrite(league) && (
        <div class="pair">
          <button class="plain" disabled={shown.attendances.every(isKnown)} onClick={() => void allHere()}>
            {say('door.all_here')}
          </button>
          {fee && (
            <button class="plain" disabled={shown.paidTonight >= shown.dueTonight} onClick={() => void allPaid()}>
              {say('door.all_paid')}
            </button>
          )}
        </div>
      )}
      {isCheckingIn && (
        <ul class="lines">
          {shown.attendances.map((one) => (
            <li key={one.entrant}>
              <Row
                one={one}
                hasFee={fee}
                mayWrite={mayWrite(league)}
                inCurrency={inCurrency}
                isOpen={opened.value === one.entrant}
                open={() => (opened.value = opened.value === one.entrant ? undefined : one.entrant)}
                enter={(attendance) => void enter(one, attendance)}
                pay={() => void pay(one)}
              />
              {opened.value === one.entrant && mayWrite(league) && (
                <Substitutes
                  key={one.entrant}
                  entrant={entrantOf(league, one.entrant)}
                  one={one}
                  away={() => {
                    opened.value = undefined;
                    void enter(one, one.attendance === 'away' ? 'unknown' : 'away');
                  }}
                  save={(players) =>
                    void attempt(async () => {
                      const body = { attendance: one.attendance, players };
                      show(await answer(checkIn({ path: { ...path, entrant: one.entrant }, body })));
                      opened.value = undefined;
                    })
                  }
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {shown?.findings.map(({ message }) => (
        <p class="box">{message.text}</p>
      ))}
      {isCheckingIn && slot !== undefined && mayRun(league) && (
        <details class="box">
          <summary>{say('door.walk_in')}</summary>
          <p class="note">{say('door.walk_in_note', { round: slot })}</p>
          <NewEntrantForm
            isTeams={isOfTeams(league.format)}
            players={league.format.players ?? 2}
            mayBeGuest
            add={(entrant) =>
              void attempt(async () => {
                const body = { ...entrant, fromNight: night, fromSlot: slot };
                await answer(addEntrant({ path: { leagueId }, body }));
                await Promise.all([look(), loadLeague(leagueId)]);
              })
            }
          />
        </details>
      )}
      {shown && mayRun(league) && shown.fixtures.every(({ reported }) => reported === null) && (
        <CallingOff
          isCalledOff={shown.state === 'called_off'}
          hasDate={shown.date !== null}
          callOff={(reason, moveTo) =>
            void attempt(async () => {
              const body = { reason, ...(moveTo && { moveTo }) };
              show(await answer(callOffNight({ path, body })));
              await loadLeague(leagueId);
            })
          }
        />
      )}
    </Screen>
  );
}

const isKnown = ({ attendance }: NightAttendance) => attendance !== 'unknown';

interface RowProps {
  one: NightAttendance;
  hasFee: boolean;
  mayWrite: boolean;
  inCurrency: (amount: number) => string;
  isOpen: boolean;
  open: () => void;
  enter: (attendance: Attendance) => void;
  pay: () => void;
}

/** A team at the door: here or late, and what it has paid. A second tap takes either back. */
function Row({ one, hasFee, mayWrite, inCurrency, isOpen, open, enter, pay }: RowProps) {
  const { name, attendance, dueTonight, paidTonight, isPaid } = one;
  const stand = (which: Attendance) => () => enter(attendance === which ? 'unknown' : which);
  const isNothing = dueTonight === 0 && paidTonight === 0;
  const hasPaid = !isNothing && (isPaid === true || paidTonight >= dueTonight);
  return (
    <div class="at-door" role="group" aria-label={name}>
      <button class="line" aria-expanded={isOpen} disabled={!mayWrite} onClick={open}>
        <b class="cut">{name}</b>
        {attendance === 'away' && <small>{say('door.away')}</small>}
        {one.isGuest && <small>{say('door.guest')}</small>}
        {one.forfeitsAt && <small>{say('door.forfeits_at', { time: clock(new Date(one.forfeitsAt)) })}</small>}
      </button>
      <button class="plain" aria-pressed={attendance === 'here'} disabled={!mayWrite} onClick={stand('here')}>
        {say('door.here')}
      </button>
      <button class="plain" aria-pressed={attendance === 'late'} disabled={!mayWrite} onClick={stand('late')}>
        {say('door.late')}
      </button>
      {hasFee && (
        <button
          class="plain"
          aria-label={isNothing ? say('league.nothing_due') : undefined}
          aria-pressed={hasPaid}
          disabled={!mayWrite || isNothing}
          onClick={pay}
        >
          {isNothing ? '–' : inCurrency(hasPaid ? paidTonight : dueTonight - paidTonight).replace(/[.,]00(?=\D*$)/, '')}
        </button>
      )}
    </div>
  );
}
