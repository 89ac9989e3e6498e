import type { JournalEntry, JournalHand } from 'pitchkeeper-client';

/** Return whether a change wrote what counts of a hand, and did not only agree to it or object. */
export function isChanged({ before, after }: JournalHand): boolean {
  const state = (hand: typeof before) => JSON.stringify([hand?.record, hand?.isVoid, hand?.overruled]);
  return !before || !after || state(before) !== state(after);
}

/** Return the numbers of the hands that a change wrote. */
export const writtenIn = ({ hands }: JournalEntry): number[] => hands.filter(isChanged).map(({ number }) => number);

/** Return the numbers of the hands that a change took off the sheet. */
export const takenOffIn = ({ hands }: JournalEntry): number[] =>
  hands.filter(({ before, after }) => before && !after).map(({ number }) => number);
