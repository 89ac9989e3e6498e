import { useSignal } from '@preact/signals';

import type { LeagueFixture, Report, ReportedMatch } from 'pitchkeeper-client';
import { Radios } from '../../parts/Choices';
import { sideClass } from '../../parts/Score';
import { say } from '../../wording';

interface Line {
  winner: number | undefined;
  scores: [string, string];
}

interface Props {
  fixture: LeagueFixture;
  /** How many matches a matchup has at most. */
  most: number;
  /** The teams or players who are late: matches that pass without them are lost one by one. */
  late: readonly number[];
  change: (changed: Partial<Report>) => void;
}

const EMPTY: Line = { winner: undefined, scores: ['', ''] };

/** The matches of a matchup one by one: a tap says who won, the scores are for who counts them. */
export function MatchByMatch({ fixture, most, late, change }: Props) {
  const entered = fixture.reported?.report.matches ?? [];
  // A match that is kept hand by hand says its own result.
  const kept = entered.filter(({ matchId }) => matchId);
  const lines = useSignal<Line[]>(
    Array.from({ length: Math.max(most - kept.length, 0) }, (_, at) =>
      line(entered.filter(({ matchId }) => !matchId)[at]),
    ),
  );

  function tell(at: number, changed: Partial<Line>): void {
    lines.value = lines.value.map((one, other) => (other === at ? { ...one, ...changed } : one));
    change({ matches: [...kept, ...lines.value.map(match).filter((one) => one !== undefined)] });
  }

  if (lines.value.length === 0) return null;
  const next = lines.value.findIndex((one) => !match(one));
  const missing = fixture.sides
    .map(({ entrants, name }, side) => ({ name, side, isLate: entrants.some((one) => late.includes(one)) }))
    .filter(({ isLate }) => isLate && next >= 0);
  return (
    <details class="box" open={entered.length > kept.length || missing.length > 0}>
      <summary>{say('league.match_by_match')}</summary>
      {missing.map(({ name, side }) => (
        <button class="plain" key={side} onClick={() => tell(next, { winner: 1 - side })}>
          {say('league.missed_match', { name, match: kept.length + next + 1 })}
        </button>
      ))}
      <ol class="lines">
        {lines.value.map((one, at) => (
          <li key={at}>
            <One fixture={fixture} number={kept.length + at + 1} line={one} tell={(changed) => tell(at, changed)} />
          </li>
        ))}
      </ol>
    </details>
  );
}

interface OneProps {
  fixture: LeagueFixture;
  number: number;
  line: Line;
  tell: (changed: Partial<Line>) => void;
}

function One({ fixture: { sides }, number, line: { winner, scores }, tell }: OneProps) {
  return (
    <Radios class="one-match" aria-label={say('league.who_won_match', { match: number })}>
      <span class="figure no">{number}</span>
      {sides.map(({ name }, side) => (
        <div class={`side-of ${sideClass(side)}`} key={side}>
          <button
            class="plain"
            role="radio"
            aria-checked={winner === side}
            onClick={() => tell({ winner: winner === side ? undefined : side })}
          >
            <span class="chip cut">{name}</span>
          </button>
          <input
            inputMode="numeric"
            aria-label={say('league.score_of', { name, match: number })}
            value={scores[side]}
            onInput={({ currentTarget }) => {
              const told: [string, string] = [...scores];
              told[side === 0 ? 0 : 1] = currentTarget.value.trim();
              tell({ scores: told });
            }}
          />
        </div>
      ))}
    </Radios>
  );
}

function line(entered: ReportedMatch | undefined): Line {
  if (!entered) return EMPTY;
  const [ours = '', theirs = ''] = (entered.scores ?? []).map(String);
  return { winner: entered.winner ?? undefined, scores: [ours, theirs] };
}

// Without a winner the server asks for one where the scores alone do not tell.
function match({ winner, scores }: Line): ReportedMatch | undefined {
  const [ours, theirs] = scores.map((one) => (/^[-−]?\d+$/.test(one) ? Number(one.replace('−', '-')) : undefined));
  const isScored = ours !== undefined && theirs !== undefined;
  if (winner === undefined && !isScored) return undefined;
  return {
    ...(winner === undefined ? {} : { winner }),
    ...(isScored ? { scores: [ours, theirs] as [number, number] } : {}),
  };
}
