import type { LeagueFixture } from 'pitchkeeper-client';
import { isOpen, sideIn } from '../../league/night';
import { plain } from '../../parts/Score';
import { address } from '../../places';
import { say } from '../../wording';

interface Props {
  leagueId: string;
  fixture: LeagueFixture;
  mine: number | undefined;
}

/** A table of a night with what is won on it; a tap leads to its result. */
export function Matchup({ leagueId, fixture, mine }: Props) {
  const { number, table, sides, judgement, reported, settlement } = fixture;
  const hasTwo = settlement === 'contradicted';
  const wins = judgement.wins;
  const own = sideIn(fixture, mine);
  const going = reported?.report.matches?.findLast(({ winner, scores }) => winner == null && scores);
  const ahead = (side: 0 | 1) => wins !== null && !isOpen(fixture) && wins[side] > wins[side === 0 ? 1 : 0];
  return (
    <a class={`row matchup${own === undefined ? '' : ' own'}`} href={address('league', leagueId, 'fixture', number)}>
      <span class="figure no">{table}</span>
      <span class="grow">
        <span class={ahead(0) ? 'cut lead' : 'cut'}>{sides[0].name}</span>
        <span class={ahead(1) ? 'cut lead' : 'cut'}>{sides[1].name}</span>
      </span>
      <span class="state">
        {judgement.status === 'impossible' ? (
          <span class="mark bad">{say('mark.impossible')}</span>
        ) : hasTwo ? (
          <span class="mark bad">{say('mark.two_results')}</span>
        ) : isOpen(fixture) && reported ? (
          <small class="note">{going?.scores ? going.scores.map(plain).join(' : ') : say('league.plays')}</small>
        ) : judgement.findings.some(({ code }) => code === 'reported_otherwise') ? (
          <span class="mark bad">{say('mark.otherwise')}</span>
        ) : settlement === 'reported' ? (
          <small class="note">{say('mark.unconfirmed')}</small>
        ) : null}
        {fixture.isProven === false && <small class="note">{say('mark.unproven')}</small>}
      </span>
      <span class="figure wins">
        {wins && reported && !hasTwo ? (
          <>
            <span>{wins[0]}</span>
            <span>{wins[1]}</span>
          </>
        ) : (
          <span role="img" aria-label={say('league.not_played')}>
            –
          </span>
        )}
      </span>
    </a>
  );
}
