import { signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

import { previewNightResults, recordResults } from 'pitchkeeper-client';
import type { LeagueFixture, Night, NightResult, Report } from 'pitchkeeper-client';
import { Radios } from '../../parts/Choices';
import { useFetched } from '../../fetching';
import { endings, mayWrite, nightTitle, rounds, termsOf } from '../../league/night';
import { forgetRefused, keepResults, refusedResults, waitingResults } from '../../league/results';
import { loadLeague, type LeagueSheet } from '../../leagues';
import { useKeys } from '../../parts/keys';
import { sideClass } from '../../parts/Score';
import { Screen } from '../../parts/Screen';
import { address, leaveFor } from '../../places';
import { Unreachable, answer, words } from '../../server';
import { settings } from '../../settings';
import { say } from '../../wording';
import { Moves } from './Moves';
import { Papers } from './Papers';

type Wins = [number, number];
type Entered = ReadonlyMap<number, Report>;

/** What was tapped and not saved yet, by league; whoever looks something up finds it again. */
const drafts = signal<Record<string, Entered>>({});

interface Props {
  sheet: LeagueSheet;
  number: number;
  /** The matchup whose code was scanned. */
  scanned: number | undefined;
}

/** The results of a night from paper: a tap a matchup, one look at who moves, one save. */
export function FromPaper({ sheet, number, scanned }: Props) {
  const { league, schedule } = sheet;
  const { leagueId } = league;
  const night = schedule.nights.find((one) => one.night === number);
  const entered: Entered = drafts.value[leagueId] ?? new Map<number, Report>();
  const said = useSignal('');
  const refusals = useSignal<Record<number, string>>({});
  const saving = useSignal(false);
  const preview = useNightPreview(leagueId, number, night, entered, schedule.version);

  useEffect(() => {
    const row = scanned && document.getElementById(`paper-${scanned}`);
    if (!row) return;
    row.scrollIntoView({ block: 'center' });
    row.querySelector<HTMLElement>('button, input')?.focus({ preventScroll: true });
  }, [scanned, night !== undefined]);

  const list = night ? rounds(night).flat() : [];

  function change(fixture: LeagueFixture, changed: Partial<Report>): void {
    said.value = '';
    const next = new Map(drafts.value[leagueId]);
    // Matches that are kept hand by hand stay; others give way to what is entered now.
    const matches = (fixture.reported?.report.matches ?? []).filter(({ matchId }) => matchId);
    const before = next.get(fixture.number) ?? {};
    next.set(fixture.number, { ...(matches.length > 0 ? { matches } : {}), ...before, ...changed });
    drafts.value = { ...drafts.value, [leagueId]: next };
  }

  /** A digit says what the first side won, or where the matchup can end early, which button it is. */
  function digit(fixture: LeagueFixture, key: string): boolean {
    const terms = termsOf(fixture, league.format);
    const all = endings(terms);
    const isAll = (terms.length ?? 'all') === 'all';
    const wins = isAll ? all.find(([won]) => String(won) === key) : all[Number(key) - 1];
    if (!/^\d$/.test(key) || !wins) return false;
    change(fixture, { wins });
    focusOn(list[list.indexOf(fixture) + 1] ?? fixture);
    return true;
  }

  function press(key: string, fixture?: LeagueFixture): boolean {
    if (!mayWrite(league)) return false;
    if (key === 'Enter') {
      void save();
      return true;
    }
    const at = fixture ? list.indexOf(fixture) : -1;
    if (key === 'ArrowDown' || key === 'ArrowUp') return focusOn(list[at + (key === 'ArrowDown' ? 1 : -1)]);
    const target = fixture ?? list.find((one) => !one.reported && !entered.has(one.number));
    return target !== undefined && digit(target, key);
  }

  useKeys((key) => press(key));

  async function save(): Promise<void> {
    const results = resultsOf(night, entered, schedule.version);
    if (saving.value || results.length === 0) return;
    saving.value = true;
    said.value = '';
    try {
      const { items } = await answer(recordResults({ path: { leagueId, night: number }, body: { results } }));
      const refused = items.filter(({ problem }) => problem);
      refusals.value = Object.fromEntries(refused.map(({ fixture, problem }) => [fixture, problem?.detail ?? '']));
      drop(items.filter(({ problem }) => !problem).map(({ fixture }) => fixture));
      await loadLeague(leagueId).catch(() => undefined);
      if (refused.length === 0) leaveFor('league', leagueId);
      else said.value = say('paper.refused', { count: refused.length });
    } catch (error) {
      if (error instanceof Unreachable) {
        const kept = results.map(({ fixture, report }): [number, Report] => [fixture, report]);
        await keepResults(leagueId, schedule.version, new Map(kept));
        drop(kept.map(([fixture]) => fixture));
        said.value = say('paper.kept');
      } else said.value = words(error);
    } finally {
      saving.value = false;
    }
  }

  function drop(fixtures: number[]): void {
    const left = new Map([...entered].filter(([fixture]) => !fixtures.includes(fixture)));
    drafts.value = { ...drafts.value, [leagueId]: left };
    void forgetRefused(leagueId, fixtures);
  }

  const count = list.filter((fixture) => entered.has(fixture.number)).length;
  return (
    <Screen
      class="league from-paper"
      title={say('paper.title')}
      note={night && nightTitle(night, league, settings.value.language)}
      back={address('league', leagueId)}
      foot={
        mayWrite(league) && (
          <footer class="foot">
            {said.value && <p role="status">{said.value}</p>}
            <button class="main" disabled={count === 0 || saving.value} onClick={() => void save()}>
              {say('paper.save', { count })}
            </button>
          </footer>
        )
      }
    >
      {list.length === 0 && <p>{say('league.no_matchups')}</p>}
      {night &&
        rounds(night).map((round, at, all) => (
          <section aria-labelledby={`paper-round-${at}`} key={at}>
            <h2 id={`paper-round-${at}`}>
              {all.length > 1 ? say('tv.round', { round: round[0]?.slot ?? at + 1 }) : say('tv.tables')}
            </h2>
            <ol class="lines">
              {round.map((fixture) => (
                <Row
                  key={fixture.number}
                  sheet={sheet}
                  fixture={fixture}
                  report={entered.get(fixture.number)}
                  refusal={refusals.value[fixture.number]}
                  foreseen={preview.value?.items.find((one) => one.fixture === fixture.number)}
                  isScanned={fixture.number === scanned}
                  change={(changed) => change(fixture, changed)}
                  press={(key) => press(key, fixture)}
                />
              ))}
            </ol>
          </section>
        ))}
      {list.length > 0 && mayWrite(league) && count === 0 && <p class="note">{say('paper.how')}</p>}
      {count > 0 && <Moves league={league} preview={preview.value} isAsked />}
      <Papers league={league} night={number} />
    </Screen>
  );
}

function focusOn(fixture: LeagueFixture | undefined): boolean {
  const row = fixture && document.getElementById(`paper-${fixture.number}`);
  const target =
    row?.querySelector<HTMLElement>('[aria-checked=true]') ?? row?.querySelector<HTMLElement>('button, input');
  target?.focus();
  return target !== undefined && target !== null;
}

/** The results that were tapped, in the order of the sheets. */
function resultsOf(night: Night | undefined, entered: Entered, seenVersion: number) {
  return (night?.fixtures ?? []).flatMap(({ number: fixture }) => {
    const report = entered.get(fixture);
    return report ? [{ fixture, report, seenVersion }] : [];
  });
}

/** Asks who would move by all that was tapped, a moment after the last tap. */
function useNightPreview(
  leagueId: string,
  number: number,
  night: Night | undefined,
  entered: Entered,
  version: number,
) {
  const results = resultsOf(night, entered, version);
  const path = { leagueId, night: number };
  return useFetched(
    () => (results.length > 0 ? answer(previewNightResults({ path, body: { results } })) : undefined),
    [leagueId, number, JSON.stringify(results)],
    { pause: 250, stays: true },
  ).found;
}

interface RowProps {
  sheet: LeagueSheet;
  fixture: LeagueFixture;
  report: Report | undefined;
  refusal: string | undefined;
  /** What would come of it, as far as the server said. */
  foreseen: NightResult | undefined;
  isScanned: boolean;
  change: (changed: Partial<Report>) => void;
  press: (key: string) => boolean;
}

/** A matchup with a button for each way in which it can end. */
function Row({ sheet: { league }, fixture, report, refusal, foreseen, isScanned, change, press }: RowProps) {
  const { number, sides, reported, judgement } = fixture;
  const waiting = waitingResults.value.findLast((one) => one.leagueId === league.leagueId && one.fixture === number);
  const refused = refusedResults.value.find(
    ({ command }) => command.leagueId === league.leagueId && command.fixture === number,
  );
  const wins = report?.wins ?? waiting?.body.wins ?? (reported ? judgement.wins : undefined);
  const isByPoints = league.format.counting === 'points';
  const problem = refusal ?? refused?.problem.detail ?? foreseen?.problem?.detail;
  const names = sides.map(({ name }) => name);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isTyping = event.target instanceof HTMLInputElement;
    if (isTyping && event.key !== 'Enter') return;
    if (!press(event.key)) return;
    event.preventDefault();
    // Or the choices, or the keys of the screen, would take it for another matchup.
    event.stopPropagation();
  }

  return (
    <li id={`paper-${number}`} class={`paper-row${isScanned ? ' own' : ''}`} onKeyDownCapture={onKeyDown}>
      <p class="row">
        <span class="figure no">{fixture.table}</span>
        <span class="grow names">
          {names.map((name, side) => (
            <span class={`cut ${sideClass(side)}`} key={side}>
              {name}
            </span>
          ))}
        </span>
        {waiting && !report && <small class="note">{say('paper.waits')}</small>}
      </p>
      {isByPoints && <Points fixture={fixture} report={report} change={change} />}
      <Radios class="endings" aria-label={names.join(` ${say('versus')} `)}>
        {endings(termsOf(fixture, league.format)).map((one: Wins) => (
          <button
            class={`hole figure ${sideClass(one[0] > one[1] ? 0 : one[0] < one[1] ? 1 : 7)}`}
            role="radio"
            disabled={!mayWrite(league)}
            aria-checked={wins?.join() === one.join()}
            aria-label={`${names[0]} ${one[0]}, ${names[1]} ${one[1]}`}
            onClick={() => change({ wins: one })}
          >
            {one.join(' : ')}
          </button>
        ))}
      </Radios>
      {foreseen?.judgement?.findings.map(({ message }) => (
        <p class="box" key={message.code}>
          {message.text}
        </p>
      ))}
      {problem && (
        <p class="box" role="alert">
          {problem}
        </p>
      )}
    </li>
  );
}

function Points({ fixture, report, change }: Pick<RowProps, 'fixture' | 'report' | 'change'>) {
  const before = report?.points ?? fixture.reported?.report.points ?? undefined;
  const typed = useSignal<[string, string]>([String(before?.[0] ?? ''), String(before?.[1] ?? '')]);

  function tell(side: number, text: string): void {
    typed.value = side === 0 ? [text.trim(), typed.value[1]] : [typed.value[0], text.trim()];
    const [ours, theirs] = typed.value.map((one) =>
      /^[-−]?\d+$/.test(one) ? Number(one.replace('−', '-')) : undefined,
    );
    if (ours !== undefined && theirs !== undefined) change({ points: [ours, theirs] });
  }

  return (
    <div class="pair">
      {fixture.sides.map(({ name }, side) => (
        <input
          key={side}
          inputMode="numeric"
          aria-label={say('league.points_of', { name })}
          value={typed.value[side]}
          onInput={({ currentTarget }) => tell(side, currentTarget.value)}
        />
      ))}
    </div>
  );
}
