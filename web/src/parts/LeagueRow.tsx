import type { LeagueListItem } from 'pitchkeeper-client';
import { address } from '../places';
import { say } from '../wording';

/** A league in a line: its name, and how far it is. */
export function LeagueRow({ league, bar }: { league: LeagueListItem; bar?: string | null }) {
  const { leagueId, name, reported, fixtures } = league;
  return (
    <a class="row" href={address('league', leagueId)}>
      <span class="grow cut">
        {name}
        {bar && <small class="cut">{bar}</small>}
      </span>
      <span class="note">{say('reported', { reported, fixtures })}</span>
    </a>
  );
}
