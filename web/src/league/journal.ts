import type { League, LeagueJournalEntry, LeaguePieceChange, Schedule } from 'pitchkeeper-client';
import { say } from '../wording';
import { entrantOf, money } from './night';
import { memberName } from './people';

// A plan touches every matchup: what it touched is for its own screen to show.
const MOST = 3;

/** Whom or what a line of the journal is about, in names; empty where that is the whole league. */
export function about({ changes }: LeagueJournalEntry, league: League, schedule: Schedule): string {
  const told = [...new Set(changes.map((change) => piece(change, league, schedule)))].filter(Boolean);
  return told.length > MOST ? '' : told.join(', ');
}

function piece({ before, after }: LeaguePieceChange, league: League, schedule: Schedule): string {
  const is = after ?? before;
  const named = (entrant: number) => entrantOf(league, entrant)?.name ?? '';
  if (is?.entrant) return is.entrant.name;
  if (is?.reported) return matchup(is.reported.fixture, after?.reported?.report.wins ?? undefined, schedule);
  const moved = is?.payment ?? is?.payout;
  if (moved) {
    const { entrant, amount } = moved;
    return `${named(entrant)} ${money(amount, league.format.currency ?? 'USD')}`;
  }
  if (is?.playOff) {
    return say('league.play_off_won', { winner: named(is.playOff.winner), loser: named(is.playOff.loser) });
  }
  return is?.member ? memberName(league, is.member) : '';
}

function matchup(number: number, wins: number[] | undefined, { nights }: Schedule): string {
  const fixture = nights.flatMap(({ fixtures }) => fixtures).find((one) => one.number === number);
  if (!fixture) return '';
  const names = fixture.sides.map(({ name }) => name).join(` ${say('versus')} `);
  return wins ? `${names} ${wins.join('\u00a0:\u00a0')}` : names;
}
