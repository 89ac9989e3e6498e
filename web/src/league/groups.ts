interface InGroup {
  rank: number;
  seed?: number | null;
  group?: number | null;
  groupRank?: number | null;
}

interface Table<T> {
  /** Undefined for the table of all. */
  group: number | undefined;
  rows: T[];
}

/** The table of each group, below that of all once the final is drawn; without groups only the one table. */
export function tables<T extends InGroup>(rows: readonly T[]): Table<T>[] {
  const groups = [...new Set(rows.flatMap(({ group }) => group ?? []))].sort((one, other) => one - other);
  const whole = { group: undefined, rows: [...rows] };
  const isDrawn = rows.some(({ seed }) => seed != null);
  const parts = groups.map((group) => ({
    group,
    rows: rows
      .filter((row) => row.group === group)
      .sort((one, other) => (one.groupRank ?? one.rank) - (other.groupRank ?? other.rank)),
  }));
  return groups.length === 0 || isDrawn ? [whole, ...parts] : parts;
}

/** The group of a team: the one that was chosen for it, or by its number in turn. */
export const groupOf = ({ number, group }: { number: number; group?: number | null }, groups: number) =>
  group != null && group <= groups ? group : ((number - 1) % groups) + 1;
