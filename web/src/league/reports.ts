import type { League, LeagueFixture, RecordedReport, Report } from 'pitchkeeper-client';
import { say } from '../wording';
import { mayRun, meIn, sideIn } from './night';

/** What a report says in a few characters: "2 : 1", or who did not come; empty if it names no result. */
export function told(report: Report, { sides }: LeagueFixture): string {
  const { forfeit, neitherCame, wins, matches = [] } = report;
  if (neitherCame) return say('league.nobody_came');
  if (forfeit != null) return say('league.did_not_come', { name: sides[forfeit]?.name ?? '' });
  if (wins) return wins.join(' : ');
  if (matches.length === 0) return '';
  return [0, 1].map((side) => matches.filter(({ winner }) => winner === side).length).join(' : ');
}

/** Who reported: a side by its name, or whoever entered it. */
export function reporter({ side, isFinal }: RecordedReport, { sides }: LeagueFixture): string {
  if (side != null) return sides[side]?.name ?? '';
  return say(isFinal ? 'league.the_owner' : 'league.a_scorer');
}

export const ofSide = ({ reports }: LeagueFixture, side: number | undefined) =>
  reports.find((one) => side !== undefined && one.side === side);

/** Which side this phone speaks for, where sides have to agree. */
export function mySide(league: League, fixture: LeagueFixture): number | undefined {
  return league.format.policy === 'both_sides' ? sideIn(fixture, meIn(league)?.playsAs?.entrant) : undefined;
}

/** The report that this phone has yet to agree to; nothing where it said so, or nobody asks it. */
export function asked(league: League, fixture: LeagueFixture): RecordedReport | undefined {
  const { settlement, judgement, reported, reports } = fixture;
  const isReported = settlement === 'reported' && judgement.status === 'settled';
  if (isReported && league.format.policy === 'owner' && mayRun(league)) return reported ?? undefined;
  const side = mySide(league, fixture);
  if (side === undefined || (!isReported && settlement !== 'contradicted')) return undefined;
  const other = ofSide(fixture, 1 - side) ?? reports.find((one) => one.side == null);
  const own = ofSide(fixture, side);
  if (!other || !told(other.report, fixture) || (own && isReported)) return undefined;
  return other;
}

/** Whether this phone may take a result back: its side's own, or all where one report is enough. */
export function mayClear(league: League, fixture: LeagueFixture): boolean {
  const side = mySide(league, fixture);
  if (side !== undefined) return ofSide(fixture, side) !== undefined;
  if (mayRun(league) || (league.format.policy ?? 'one') === 'one') return fixture.reported !== null;
  return fixture.reports.some((one) => one.side == null && !one.isFinal);
}
