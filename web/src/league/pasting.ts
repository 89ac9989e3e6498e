import type { NewEntrant } from 'pitchkeeper-client';
import { namesIn, withoutBullet } from '../names';

/** What is wrong with a line of a pasted list, by the code of the sentence that says it. */
export type Fault = 'count' | 'twice' | 'too_long';

export interface Line {
  /** Its number in what was pasted, from 1. */
  number: number;
  /** The names that were understood, and of a team what it is called. */
  names: string[];
  entrant: NewEntrant | undefined;
  fault: Fault | undefined;
}

const LONGEST = 40;
/**
 * Return what each line of a pasted list says: a team with its players, and in a league of single
 * players one of them. `known` are the names that are taken already.
 */
export function entrantsIn(text: string, players: number, known: readonly string[]): Line[] {
  const taken = new Set(known.map(folded));
  return text.split(/\r\n|\n|\r/).flatMap((raw, at) => {
    const names = namesIn(raw);
    // One player a line may also be several in a line.
    if (players === 1) return names.map((name) => checked(at + 1, name, [name], 1, taken));
    const [name, rest] = titled(withoutBullet(raw), players);
    if (names.length === 0) return [];
    return [checked(at + 1, name, rest, players, taken)];
  });
}

/** Return what a team is called and who plays for it: a name before a colon, or one name too many. */
function titled(line: string, players: number): [string, string[]] {
  const [, before, after] = /^([^:]+):(.*)$/.exec(line) ?? [];
  if (before !== undefined && after !== undefined) return [before.trim(), namesIn(after)];
  const names = namesIn(line);
  if (names.length === players + 1) return [names[0]!, names.slice(1)];
  return [names.join(' & ').slice(0, LONGEST), names];
}

function checked(number: number, name: string, names: string[], players: number, taken: Set<string>): Line {
  const all = [name, ...names];
  const isTaken = taken.has(folded(name));
  taken.add(folded(name));
  const fault =
    names.length !== players
      ? 'count'
      : all.some((one) => [...one].length > LONGEST)
        ? 'too_long'
        : isTaken || new Set(names.map(folded)).size < names.length
          ? 'twice'
          : undefined;
  return { number, names, entrant: fault ? undefined : { name, players: names }, fault };
}

const folded = (name: string) => name.normalize('NFKC').toLocaleLowerCase();
