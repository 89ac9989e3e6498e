import type { League, NightSheet } from 'pitchkeeper-client';
import { rounds } from '../../league/night';
import { Screen } from '../../parts/Screen';
import { say } from '../../wording';

interface Props {
  league: League;
  plan: NightSheet;
  slot: number;
  /** How many are still expected. */
  late: number;
  expectsLate: boolean;
  said: string;
  expect: (isExpected: boolean) => void;
  back: () => void;
  play: () => void;
}

/** Who meets whom of those who are here, before it is played. */
export function PlanOfRound({ league, plan, slot, late, expectsLate, said, expect, back, play }: Props) {
  const nameOf = (number: number) => league.entrants.find((entrant) => entrant.number === number)?.name ?? '';
  const missing = plan.attendances.filter(({ attendance }) => attendance === 'away').map(({ name }) => name);
  return (
    <Screen
      class="league"
      title={say('door.pair', { round: slot })}
      note={say('nothing_yet')}
      asks="plan"
      foot={
        <footer class="foot">
          {said && <p role="alert">{said}</p>}
          <div class="pair">
            <button class="plain" onClick={back}>
              {say('back')}
            </button>
            <button class="main short" onClick={play}>
              {say('league.play')}
            </button>
          </div>
        </footer>
      }
    >
      {missing.length > 0 && <p class="box">{say('door.without', { names: missing.join(', ') })}</p>}
      {late > 0 && (
        <button class="plain" aria-pressed={expectsLate} onClick={() => expect(!expectsLate)}>
          {say('door.expect_late', { count: late })}
        </button>
      )}
      {plan.findings.map(({ message }) => (
        <p class="box">{message.text}</p>
      ))}
      {rounds(plan)
        .filter(([first]) => (first?.slot ?? 0) >= slot)
        .map((round) => {
          const number = round[0]?.slot ?? slot;
          const out = plan.byes.filter((bye) => bye.slot === number).flatMap(({ entrants }) => entrants);
          return (
            <section aria-labelledby={`round-${number}`}>
              <h2 id={`round-${number}`}>{say('tv.round', { round: number })}</h2>
              <ol class="lines pairings">
                {round.map(({ number: fixture, table, sides }) => (
                  <li key={fixture}>
                    <span class="figure">{table}</span> {sides.map(({ name }) => name).join(` ${say('versus')} `)}
                  </li>
                ))}
              </ol>
              {out.length > 0 && (
                <p class="note">{say('league.sits_out', { names: out.map(nameOf).join(', '), count: out.length })}</p>
              )}
            </section>
          );
        })}
    </Screen>
  );
}
