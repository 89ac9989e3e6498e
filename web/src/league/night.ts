import type {
  Entrant,
  Format,
  League,
  LeagueFixture,
  LeagueMember,
  Night,
  Schedule,
  StandingsRow,
} from 'pitchkeeper-client';
import { device } from '../device';
import { say } from '../wording';

/** Whether a matchup is still played; one with two results is over, and only has to be settled. */
export const isOpen = ({ judgement, settlement }: LeagueFixture) =>
  judgement.status !== 'settled' && settlement !== 'contradicted';

/** Whether nothing is left to be played, the final included: standings and prizes are as they stay. */
export const isSeasonOver = ({ nights }: Schedule) =>
  nights.every(({ state }) => state === 'over' || state === 'called_off');

/** Whether the door of a night is open: those who come are checked in, or play already. */
export const isHeld = ({ state }: Night) => state === 'checking_in' || state === 'begun';

/** The night that is on: today's, else one that has begun and is not done, else the next. */
export function nightNow({ nights }: Schedule, { nextNight }: League): Night | undefined {
  const today = new Date().toLocaleDateString('sv');
  const begun = (night: Night) => night.fixtures.some(({ reported }) => reported !== null);
  return (
    nights.find(({ date }) => date === today) ??
    nights.findLast((night) => begun(night) && night.fixtures.some(isOpen)) ??
    nights.find(({ night }) => night === nextNight) ??
    nights.at(-1)
  );
}

/** The matchups of a night, round by round, each in the order of its tables. */
export function rounds({ fixtures }: Night): LeagueFixture[][] {
  const slots = [...new Set(fixtures.map(({ slot }) => slot))].sort((a, b) => a - b);
  return slots.map((slot) => fixtures.filter((fixture) => fixture.slot === slot).sort((a, b) => a.table - b.table));
}

/** Whether fixed teams meet, and not players who change partners. */
export const isOfTeams = ({ pairing = 'teams' }: Format) =>
  pairing !== 'changing_partners' && pairing !== 'progressive';

/** Whether the league as a whole is a knock-out. */
export const isKnockOut = ({ pairing }: Format) => pairing === 'knock_out' || pairing === 'double_knock_out';

/** The round that is planned next by itself, where each follows from the results before it. */
export function nextRound(night: Night, { pairing, fixturesANight = 2 }: Format): number | undefined {
  const planned = Math.max(0, ...night.fixtures.map(({ slot }) => slot));
  const isBySlot = pairing === 'progressive' || pairing === 'swiss';
  const isOver = planned > 0 && !night.fixtures.some(isOpen);
  return isBySlot && isOver && planned < fixturesANight ? planned + 1 : undefined;
}

/** This phone among those of a league. */
export function meIn(league: League): LeagueMember | undefined {
  return league.members.find(({ deviceId }) => deviceId === device.value?.deviceId);
}

export const isOwner = (league: League) => meIn(league)?.role === 'owner';
export const mayRun = (league: League) => ['owner', 'organiser'].includes(meIn(league)?.role ?? '');
export const mayWrite = (league: League) => mayRun(league) || meIn(league)?.role === 'scorer';

/** Which side of a matchup somebody plays on. */
export function sideIn(fixture: LeagueFixture, entrant: number | undefined): number | undefined {
  const side = fixture.sides.findIndex(({ entrants }) => entrants.some((one) => one === entrant));
  return side < 0 ? undefined : side;
}

/** The next matchup of a team or player on a night, or of those that are left after it. */
export function nextOf(entrant: number | undefined, nights: readonly Night[]): LeagueFixture | undefined {
  return nights
    .flatMap(({ fixtures }) => fixtures)
    .filter((fixture) => isOpen(fixture) && sideIn(fixture, entrant) !== undefined)
    .sort((a, b) => a.night - b.night || a.slot - b.slot)[0];
}

export function entrantOf(league: League, number: number): Entrant | undefined {
  return league.entrants.find((entrant) => entrant.number === number);
}

/** The format by which a matchup is played: one of a knock-out may be longer, or shorter. */
export function termsOf<F extends Format>({ stage }: LeagueFixture, format: F): F {
  const { matches, length } = (stage !== 'season' && format.finals) || {};
  return { ...format, ...(matches && { matchesAFixture: matches }), ...(length && { length }) };
}

/** Every way in which a matchup of these many matches can end, the best for the first side first. */
export function endings({ matchesAFixture = 3, length = 'all' }: Format): [number, number][] {
  if (length === 'all') {
    return Array.from({ length: matchesAFixture + 1 }, (_, lost) => [matchesAFixture - lost, lost]);
  }
  const enough = Math.floor(matchesAFixture / 2) + 1;
  const behind = Array.from({ length: matchesAFixture - enough + 1 }, (_, won) => won);
  return [
    ...behind.map((won): [number, number] => [enough, won]),
    ...behind.toReversed().map((won): [number, number] => [won, enough]),
  ];
}

/** The score that somebody ends with who wins all that is left; undefined where nobody can tell. */
export function reach(row: StandingsRow, { format }: League, { nights }: Schedule): number | undefined {
  const { counting = 'matches_won', pairing = 'teams', finalNight = 'ordinary', ranking = 'score' } = format;
  // A rate is no sum, and which byes are paid already only the server knows.
  if (ranking === 'rate' || format.byePays) return undefined;
  // Where winners move up, the rounds to come are not planned; points have no end.
  const isKnown = pairing === 'teams' || pairing === 'changing_partners';
  if (counting === 'points' || !isKnown || finalNight !== 'ordinary') return undefined;
  if (nights.some(({ fixtures }) => fixtures.length === 0)) return undefined;
  const most = Math.max(...endings(format).map(([wins]) => wins));
  const left = nights
    .flatMap(({ fixtures }) => fixtures)
    .filter(({ judgement }) => judgement.status !== 'settled')
    .flatMap((fixture) => {
      const side = sideIn(fixture, row.entrant);
      if (side === undefined) return [];
      if (counting === 'fixtures_won') return [1];
      if (format.length === 'best_of') return [most - (fixture.judgement.wins?.[side] ?? 0)];
      return [fixture.judgement.left];
    });
  return row.score + left.reduce((sum, more) => sum + more, 0);
}

export function nightTitle({ night, date }: Night, { format }: League, language: string): string {
  const name = say('tv.night', { night, nights: format.nights ?? 0 });
  if (!date) return name;
  const day = new Date(`${date}T12:00:00`);
  return `${name} · ${day.toLocaleDateString(language, { weekday: 'short', day: 'numeric', month: 'short' })}`;
}

/** An amount of minor units in its currency, as the server writes it too. */
export function money(amount: number, currency: string): string {
  const format = new Intl.NumberFormat(say('word.locale'), { style: 'currency', currency, numberingSystem: 'latn' });
  return format.format(amount / unit(currency)).replace('-', '−');
}

/** What somebody typed, in minor units; 0 where it is no amount. */
export function inMinor(typed: string, units: number): number {
  const amount = Math.round(Number(typed.replace(',', '.')) * units);
  return amount > 0 ? amount : 0;
}

/** How many minor units one of a currency has. */
export function unit(currency: string): number {
  const digits = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits;
  return 10 ** (digits ?? 2);
}
