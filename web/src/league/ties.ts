import type { League, RecordedPlayOff, Standings, StandingsRow } from 'pitchkeeper-client';
import { tables } from './groups';

/** Those who share a place until a play-off parts them, place by place. */
export function tied({ rows }: Standings): StandingsRow[][] {
  const waiting = rows.filter(({ awaitsPlayOff }) => awaitsPlayOff);
  const places = [...new Set(waiting.map(({ rank }) => rank))];
  return places.map((place) => waiting.filter(({ rank }) => rank === place));
}

/** Those who are tied for the last place of a final, or of their group in it, as long as play-offs leave them so. */
export function tiedForFinal({ entrants, format, nextNight }: League, standings: Standings): StandingsRow[][] {
  const { finalNight = 'ordinary', finals, groups = 1, nights = 1 } = format;
  const isKnockOut = finalNight === 'knock_out' || finalNight === 'double_knock_out';
  const isNext = nextNight === nights && standings.left === 0 && standings.rows.every(({ seed }) => seed === null);
  if (!isKnockOut || !isNext) return [];
  const gone = entrants.filter(({ untilNight }) => (untilNight ?? nights) < nights).map(({ number }) => number);
  const places = (finals?.places ?? 4) / groups;
  return tables(standings.rows).flatMap(({ rows: all }) => {
    const rows = all.filter(({ entrant }) => !gone.includes(entrant));
    const rank = (row: StandingsRow | undefined) => row?.groupRank ?? row?.rank;
    const level = rows.filter((row) => rank(row) === rank(rows[places - 1]));
    const inside = places - rows.findIndex((row) => level.includes(row));
    const wins = level.map(
      ({ entrant }) => level.filter((other) => playedOff(standings, entrant, other.entrant)?.winner === entrant).length,
    );
    wins.sort((one, other) => other - one);
    return inside < level.length && wins[inside - 1] === wins[inside] ? [level] : [];
  });
}

/** Everybody of a group against everybody else. */
export function pairs<T>(group: readonly T[]): [T, T][] {
  return group.flatMap((one, at) => group.slice(at + 1).map((other): [T, T] => [one, other]));
}

/** The play-off of two that counts: the last that was not taken back. */
export function playedOff({ playOffs }: Standings, one: number, other: number): RecordedPlayOff | undefined {
  return playOffs.findLast(
    ({ winner, loser, cancelled }) =>
      cancelled === null && [winner, loser].includes(one) && [winner, loser].includes(other),
  );
}
