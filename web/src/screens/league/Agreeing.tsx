import { useSignal } from '@preact/signals';

import { confirmResult, resolveResultDispute } from 'pitchkeeper-client';
import type { League, LeagueFixture, RecordedReport, ResultSettling } from 'pitchkeeper-client';
import { mayRun, nightNow } from '../../league/night';
import { asked, mySide, ofSide, reporter, told } from '../../league/reports';
import { loadLeague, type LeagueSheet } from '../../leagues';
import { sideClass } from '../../parts/Score';
import { address } from '../../places';
import { Refused, answer, words } from '../../server';
import { say } from '../../wording';

/** The matchups whose result waits for a tap on this phone: to agree to it, or to settle two. */
export function Waiting({ sheet: { league, schedule } }: { sheet: LeagueSheet }) {
  const now = nightNow(schedule, league)?.night;
  // Of what was entered before sides had to agree only tonight's is asked about.
  const all = schedule.nights
    .flatMap(({ fixtures }) => fixtures)
    .filter((fixture) => fixture.night === now || fixture.reports.some(({ side }) => side != null));
  return (
    <>
      {all.map((fixture) => (
        <Agreeing key={fixture.number} league={league} fixture={fixture} version={schedule.version} />
      ))}
    </>
  );
}

interface Props {
  league: League;
  fixture: LeagueFixture;
  version: number;
  /** Whether its own screen shows it, which has all results to choose from. */
  isOpen?: boolean;
}

/** One question about a matchup: is that right, or which of two results counts? */
export function Agreeing({ league, fixture, version, isOpen = false }: Props) {
  const said = useSignal('');
  const saving = useSignal(false);
  const other = asked(league, fixture);
  const settles = mayRun(league) && fixture.settlement === 'contradicted';
  if (!other && !settles) return null;
  const path = { leagueId: league.leagueId, fixture: fixture.number };
  const headers = { 'If-Match': `"${version}"` };

  async function attempt(what: () => Promise<unknown>): Promise<void> {
    said.value = '';
    saving.value = true;
    try {
      await what();
      await loadLeague(league.leagueId).catch(() => undefined);
    } catch (error) {
      said.value = words(error);
      // Another phone was faster: what it said is shown, and asked about anew.
      if (error instanceof Refused) await loadLeague(league.leagueId).catch(() => undefined);
    } finally {
      saving.value = false;
    }
  }

  const settle = (body: ResultSettling) => void attempt(() => answer(resolveResultDispute({ path, body, headers })));
  const more = address('league', league.leagueId, 'fixture', fixture.number);
  const id = `agree-${fixture.number}`;
  return (
    <section class="ask" aria-labelledby={id}>
      {settles ? (
        <>
          <h2 id={id}>{say('league.two_results_at', { table: fixture.table })}</h2>
          <p>{say('league.which_counts')}</p>
          {fixture.reports.some((one) => one.reason) && <Reports fixture={fixture} />}
          <div class="counts">
            {fixture.reports
              .filter(({ report }) => told(report, fixture))
              .map((one) => (
                <button class="plain" key={one.side} disabled={saving.value} onClick={() => settle(choice(one))}>
                  {say('league.result_by', { name: reporter(one, fixture), result: told(one.report, fixture) })}
                </button>
              ))}
          </div>
        </>
      ) : (
        other && (
          <>
            <h2 id={id}>
              {say('league.they_say', {
                name: reporter(other, fixture),
                result: result(other, fixture),
                count: other.side == null ? 1 : fixture.sides[other.side === 0 ? 0 : 1].entrants.length,
              })}
            </h2>
            <small>{say('league.at_table', { table: fixture.table, night: fixture.night })}</small>
            {ofSide(fixture, mySide(league, fixture)) && <p>{say('league.not_agreed')}</p>}
            <div class="pair">
              <button
                class="main"
                disabled={saving.value}
                onClick={() => void attempt(() => answer(confirmResult({ path, headers })))}
              >
                {say('league.right')}
              </button>
              {!isOpen && (
                <a class="button plain" href={more}>
                  {say('league.no_it_was')}
                </a>
              )}
            </div>
          </>
        )
      )}
      {settles && !isOpen && (
        <a class="button plain" href={more}>
          {say('something_else')}
        </a>
      )}
      {said.value && <p role="alert">{said.value}</p>}
    </section>
  );
}

/** Every report of a matchup, with who made it. */
export function Reports({ fixture }: { fixture: LeagueFixture }) {
  if (fixture.reports.length === 0) return null;
  return (
    <ul class="lines">
      {fixture.reports.map((one) => (
        <li key={one.side}>
          <Line fixture={fixture} one={one} />
        </li>
      ))}
    </ul>
  );
}

function Line({ fixture, one }: { fixture: LeagueFixture; one: RecordedReport }) {
  const result = told(one.report, fixture);
  const isScore = /^\d/.test(result);
  const name = reporter(one, fixture);
  return (
    <div class="row">
      <span class={`grow ${one.side == null ? '' : sideClass(one.side)}`}>
        {one.side == null ? name : <span class="chip">{name}</span>}
        {!isScore && <small>{result}</small>}
        {one.reason && <small>{one.reason}</small>}
      </span>
      {isScore && <span class="figure">{result}</span>}
    </div>
  );
}

function choice({ side, report }: RecordedReport): ResultSettling {
  if (side != null) return { settlement: side === 0 ? 'first' : 'second' };
  return { settlement: 'entered', report };
}

/** A result with its winner: "2 : 1 for Aces". */
function result({ report }: RecordedReport, fixture: LeagueFixture): string {
  const score = told(report, fixture);
  const [first, second] = score.split(' : ').map(Number);
  if (first === undefined || second === undefined || first === second || Number.isNaN(first)) return score;
  const winner = fixture.sides[first > second ? 0 : 1].name;
  const ordered = [Math.max(first, second), Math.min(first, second)].join(' : ');
  return say('league.result_for', { result: ordered, name: winner });
}
