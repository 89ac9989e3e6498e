import type { RecordedPlayOff, Standings, StandingsRow } from 'pitchkeeper-client';

/** Those who share a place until a play-off parts them, place by place. */
export function tied({ rows }: Standings): StandingsRow[][] {
  const waiting = rows.filter(({ awaitsPlayOff }) => awaitsPlayOff);
  const places = [...new Set(waiting.map(({ rank }) => rank))];
  return places.map((place) => waiting.filter(({ rank }) => rank === place));
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
