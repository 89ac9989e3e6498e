import { useSignal } from '@preact/signals';

import { clearResult, getNight, previewResult, recordResult } from 'pitchkeeper-client';
import type { LeagueFixture, Night, Report } from 'pitchkeeper-client';
import { Radios } from '../../parts/Choices';
import { useFetched } from '../../fetching';
import { endings, isHeld, mayWrite, termsOf } from '../../league/night';
import { mayClear } from '../../league/reports';
import { keepResults } from '../../league/results';
import { loadLeague, type LeagueSheet } from '../../leagues';
import { Icon } from '../../parts/Icon';
import { sideClass } from '../../parts/Score';
import { Screen } from '../../parts/Screen';
import { Sure } from '../../parts/Sure';
import { address, leaveFor } from '../../places';
import { Refused, Unreachable, answer, words } from '../../server';
import { say } from '../../wording';
import { Agreeing, Reports } from './Agreeing';
import { MatchByMatch } from './MatchByMatch';
import { Moves } from './Moves';
import { Otherwise } from './Otherwise';

interface Props {
  sheet: LeagueSheet;
  number: number;
}

/** What came of a matchup: two taps, and who moves is told before the second. */
export function ResultScreen({ sheet, number }: Props) {
  const { league, schedule } = sheet;
  const { leagueId } = league;
  const back = address('league', leagueId);
  const night = schedule.nights.find(({ fixtures }) => fixtures.some((one) => one.number === number));
  const fixture = night?.fixtures.find((one) => one.number === number);
  const report = useSignal<Report | undefined>(undefined);
  const said = useSignal('');
  const saving = useSignal(false);
  const preview = usePreview(leagueId, number, report.value);
  const late = useLate(league, night);
  if (!fixture)
    return (
      <Screen title={say('league.result')} back={back}>
        {say('league.no_matchups')}
      </Screen>
    );

  function change(changed: Partial<Report>): void {
    said.value = '';
    // Matches that were entered one by one give way to what is entered now.
    const matches = (fixture?.reported?.report.matches ?? []).filter(({ matchId }) => matchId);
    report.value = { ...(matches.length > 0 ? { matches } : {}), ...changed };
  }

  async function attempt(what: () => Promise<unknown>, keep?: () => Promise<void>): Promise<void> {
    said.value = '';
    saving.value = true;
    try {
      await what();
      await loadLeague(leagueId).catch(() => undefined);
      leaveFor('league', leagueId);
    } catch (error) {
      if (error instanceof Unreachable && keep) {
        await keep();
        return leaveFor('league', leagueId);
      }
      said.value = words(error);
      // Another phone was faster: what it entered is shown, and can be written over after that.
      if (error instanceof Refused) await loadLeague(leagueId).catch(() => undefined);
    } finally {
      saving.value = false;
    }
  }

  const path = { leagueId, fixture: number };
  const seen = fixture.reported ? { headers: { 'If-Match': `"${schedule.version}"` } } : {};
  const wanted = report.value;
  const terms = termsOf(fixture, league.format);
  return (
    <Screen
      class="league result"
      title={say('league.table', { table: fixture.table })}
      note={say('league.night_round', { night: fixture.night, round: fixture.slot })}
      back={back}
      foot={
        mayWrite(league) && (
          <footer class="foot">
            {said.value && <p role="alert">{said.value}</p>}
            <button
              class="main"
              disabled={!wanted || saving.value}
              onClick={() =>
                wanted &&
                void attempt(
                  () => answer(recordResult({ path, body: wanted, ...seen })),
                  () => keepResults(leagueId, schedule.version, new Map([[number, wanted]])),
                )
              }
            >
              {say('save')}
            </button>
          </footer>
        )
      }
    >
      <Sides fixture={fixture} />
      {fixture.isProven === false && <p class="note">{say('not_checked_yet')}</p>}
      {fixture.judgement.findings.map(({ message }) => (
        <p class="box">{message.text}</p>
      ))}
      <Matches fixture={fixture} />
      <Agreeing league={league} fixture={fixture} version={schedule.version} isOpen />
      {fixture.settlement !== 'contradicted' && <Reports fixture={fixture} />}
      {mayWrite(league) && (
        <>
          {league.format.counting === 'points' ? (
            <ByPoints key={number} fixture={fixture} format={terms} report={wanted} change={change} />
          ) : (
            <Wins fixture={fixture} all={endings(terms)} report={wanted} change={change} />
          )}
          <MatchByMatch
            key={fixture.reported?.at}
            fixture={fixture}
            most={terms.matchesAFixture ?? 3}
            late={late}
            change={change}
          />
          <Moves league={league} preview={preview.value} isAsked={wanted !== undefined} />
          <Otherwise league={league} fixture={fixture} report={wanted} change={change} />
          {mayClear(league, fixture) && (
            <Sure
              isMild
              label={say('league.clear')}
              question={say('league.clear_sure')}
              onSure={() => void attempt(() => answer(clearResult({ path, ...seen })))}
            />
          )}
        </>
      )}
    </Screen>
  );
}

/** Asks who would move, a moment after the last tap. */
function usePreview(leagueId: string, fixture: number, report: Report | undefined) {
  const ask = (body: Report) => answer(previewResult({ path: { leagueId, fixture }, body }));
  return useFetched(() => (report ? ask(report) : undefined), [JSON.stringify(report ?? null)], { pause: 150 }).found;
}

/** The teams or players who are late on a night, as long as its door is open. */
function useLate({ leagueId, version }: LeagueSheet['league'], night: Night | undefined) {
  const held = night && isHeld(night) ? night.night : undefined;
  const { found } = useFetched(
    () => (held === undefined ? undefined : answer(getNight({ path: { leagueId, night: held } }))),
    [leagueId, held, version],
    { stays: true },
  );
  return (found.value?.attendances ?? [])
    .filter(({ attendance }) => attendance === 'late')
    .map(({ entrant }) => entrant);
}

function Sides({ fixture: { sides, judgement, reported } }: { fixture: LeagueFixture }) {
  return (
    <div class="pair sides">
      {sides.map(({ name }, side) => (
        <p class={sideClass(side)}>
          <span class="chip">{name}</span>
          <span class="figure">{reported && judgement.wins ? judgement.wins[side] : '–'}</span>
        </p>
      ))}
    </div>
  );
}

/** The matches that are kept hand by hand say their winner by themselves. */
function Matches({ fixture }: { fixture: LeagueFixture }) {
  const kept = (fixture.reported?.report.matches ?? []).filter(({ matchId }) => matchId);
  if (kept.length === 0) return null;
  return (
    <ol class="lines">
      {kept.map(({ matchId, winner, scores }, at) => (
        <li key={matchId}>
          <a class="row" href={address('m', matchId ?? '')}>
            <span class="grow">
              {say('league.match', { match: at + 1 })}
              <small>
                {winner == null
                  ? say('league.plays')
                  : say('league.won_by', { name: fixture.sides[winner]?.name ?? '' })}
              </small>
            </span>
            <span class="figure">{scores?.join(' : ')}</span>
            <Icon name="on" />
          </a>
        </li>
      ))}
    </ol>
  );
}

interface EntryProps {
  fixture: LeagueFixture;
  report: Report | undefined;
  change: (changed: Partial<Report>) => void;
}

function Wins({ fixture, all, report, change }: EntryProps & { all: [number, number][] }) {
  const [first, second] = fixture.sides;
  return (
    <section aria-labelledby="wins">
      <h2 id="wins">{say('league.who_won')}</h2>
      <Radios class="endings" aria-labelledby="wins">
        {all.map((wins) => {
          const isOn = report?.wins?.join() === wins.join();
          return (
            <button
              class={`hole figure ${sideClass(wins[0] > wins[1] ? 0 : wins[0] < wins[1] ? 1 : 7)}`}
              role="radio"
              aria-checked={isOn}
              aria-label={`${first.name} ${wins[0]}, ${second.name} ${wins[1]}`}
              onClick={() => change({ wins })}
            >
              {wins.join(' : ')}
            </button>
          );
        })}
      </Radios>
    </section>
  );
}

/** Where points count, both the matches that were won and the points that were scored are told. */
function ByPoints({ fixture, format, report, change }: EntryProps & { format: LeagueSheet['league']['format'] }) {
  const points = useSignal<string[]>(['', '']);
  const wins = useSignal<[number, number] | undefined>(undefined);

  function told(): void {
    const [ours, theirs] = points.value.map((one) => (/^-?\d+$/.test(one.trim()) ? Number(one) : undefined));
    const isWhole = ours !== undefined && theirs !== undefined;
    if (isWhole || wins.value) {
      change({
        ...(isWhole ? { points: [ours, theirs] as [number, number] } : {}),
        ...(wins.value ? { wins: wins.value } : {}),
      });
    }
  }

  return (
    <>
      <div class="pair">
        {fixture.sides.map(({ name }, side) => (
          <label class="field">
            <span class="lab cut">{say('league.points_of', { name })}</span>
            <input
              inputMode="numeric"
              value={points.value[side]}
              onInput={({ currentTarget }) => {
                points.value = points.value.map((one, at) => (at === side ? currentTarget.value : one));
                told();
              }}
            />
          </label>
        ))}
      </div>
      <Wins
        fixture={fixture}
        all={endings(format)}
        report={report}
        change={(changed) => {
          wins.value = changed.wins ?? undefined;
          told();
        }}
      />
    </>
  );
}
