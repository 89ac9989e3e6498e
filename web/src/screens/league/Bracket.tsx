import { exportBracketPdf, getBracket } from 'pitchkeeper-client';
import type { BracketFixture, BracketRound, League, Night, Schedule } from 'pitchkeeper-client';
import { useFetched } from '../../fetching';
import { isPlayed, roundName, shown, sideName } from '../../league/bracket';
import { TakeAway } from '../../parts/TakeAway';
import { address } from '../../places';
import { answer } from '../../server';
import { file } from '../../sharing';
import { say } from '../../wording';

interface Props {
  league: League;
  schedule: Schedule;
  night: Night;
  mine: number | undefined;
}

export const hasBracket = ({ fixtures }: Night) => fixtures.some(({ stage }) => stage !== 'season');

/** The knock-out as a list by round: who meets whom, and who waits for whom. */
export function Bracket({ league: { leagueId }, schedule, night, mine }: Props) {
  // Without a signal the matchups that are known stand in the list of the night.
  const { found } = useFetched(() => answer(getBracket({ path: { leagueId } })), [leagueId, schedule], { stays: true });
  const sheet = found.value;
  if (!sheet) return null;
  const rounds = sheet.rounds.filter((round) => round.night === night.night && shown(round).length > 0);
  return (
    <>
      {rounds.map((round) => (
        <section key={`${round.stage}-${round.round}`} aria-labelledby={`${round.stage}-${round.round}`}>
          <h2 id={`${round.stage}-${round.round}`}>{roundName(round, sheet.isDouble)}</h2>
          <ol class="lines">
            {shown(round).map((fixture) => (
              <li key={fixture.number}>
                <Tie leagueId={leagueId} fixture={fixture} rounds={sheet.rounds} mine={mine} />
              </li>
            ))}
          </ol>
        </section>
      ))}
      <TakeAway files={[[say('league.bracket_pdf'), () => paper(leagueId)]]} />
    </>
  );
}

async function paper(leagueId: string): Promise<File> {
  const pdf = await answer(exportBracketPdf({ path: { leagueId }, parseAs: 'blob' }));
  return file(pdf, `${say('league_pairing.knock_out')}.pdf`, 'application/pdf');
}

interface TieProps {
  leagueId: string;
  fixture: BracketFixture;
  rounds: readonly BracketRound[];
  mine: number | undefined;
}

function Tie({ leagueId, fixture, rounds, mine }: TieProps) {
  const { number, table, sides, state, wins, winner } = fixture;
  const own = sides.some(({ entrant }) => entrant !== null && entrant === mine);
  const look = `row matchup${own ? ' own' : ''}`;
  const inside = (
    <>
      <span class="figure no">{table}</span>
      <span class="grow">
        {sides.map((side) => (
          <span class={`cut${side.entrant !== null && side.entrant === winner ? ' lead' : ''}`}>
            {side.name === null ? <small class="note">{sideName(side, rounds)}</small> : side.name}
          </span>
        ))}
      </span>
      {state === 'walk_over' && <small class="note">{say('league.walk_over')}</small>}
      {wins && (
        <span class="figure wins">
          <span>{wins[0]}</span>
          <span>{wins[1]}</span>
        </span>
      )}
    </>
  );
  if (!isPlayed(fixture)) return <div class={look}>{inside}</div>;
  return (
    <a class={look} href={address('league', leagueId, 'fixture', number)}>
      {inside}
    </a>
  );
}
