import type { League, LeagueFixture, Report } from 'pitchkeeper-client';
import { Radios } from '../../parts/Choices';
import { say } from '../../wording';

interface Props {
  league: League;
  fixture: LeagueFixture;
  report: Report | undefined;
  change: (changed: Partial<Report>) => void;
}

/** What else can come of a matchup: somebody stayed away, sat in, or the bar closed. */
export function Otherwise({ league, fixture, report, change }: Props) {
  const entered = fixture.reported?.report;
  const closed = { ...(entered?.wins ? { wins: entered.wins } : {}), isClosed: true };
  const ways: { label: string; value: Partial<Report>; isOn: boolean }[] = [
    ...fixture.sides.map(({ name }, side) => ({
      label: say('league.did_not_come', { name }),
      value: { forfeit: side },
      isOn: report?.forfeit === side,
    })),
    { label: say('league.nobody_came'), value: { neitherCame: true }, isOn: Boolean(report?.neitherCame) },
    { label: say('league.closing_time'), value: closed, isOn: Boolean(report?.isClosed) },
  ];
  return (
    <details class="box">
      <summary>{say('something_else')}</summary>
      <Radios class="choices tall" aria-label={say('something_else')}>
        {ways.map(({ label, value, isOn }) => (
          <button class="plain" role="radio" aria-checked={isOn} onClick={() => change(value)}>
            {label}
          </button>
        ))}
      </Radios>
      {report && <SatIn league={league} fixture={fixture} report={report} change={change} />}
    </details>
  );
}

/** Who played in place of whom. */
function SatIn({ league, fixture, report, change }: Props & { report: Report }) {
  const players = fixture.sides.flatMap(({ entrants }) =>
    league.entrants
      .filter(({ number }) => entrants.some((one) => one === number))
      .flatMap(({ number, players: names }) => names.map((name, player) => ({ entrant: number, player, name }))),
  );
  const others = report.substitutes ?? [];

  function sits(entrant: number, player: number, name: string): void {
    const left = others.filter((one) => one.entrant !== entrant || one.player !== player);
    change({ ...report, substitutes: name ? [...left, { entrant, player, name }] : left });
  }

  return (
    <div class="sat-in">
      <p class="lab">{say('league.who_sat_in')}</p>
      {players.map(({ entrant, player, name }) => (
        <label class="field">
          <span class="lab">{say('league.sat_in_for', { name })}</span>
          <input
            maxLength={40}
            autocomplete="off"
            value={others.find((one) => one.entrant === entrant && one.player === player)?.name ?? ''}
            onChange={({ currentTarget }) => sits(entrant, player, currentTarget.value.trim())}
          />
        </label>
      ))}
    </div>
  );
}
