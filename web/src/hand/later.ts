import { signal } from '@preact/signals';

const decided = signal<ReadonlySet<string>>(new Set());
const key = (matchId: string, number: number) => `${matchId}/${number}`;

/** Leave a hand open for now: the table goes on with the next one. */
export function decideLater(matchId: string, number: number): void {
  decided.value = new Set([...decided.value, key(matchId, number)]);
}

/** Whether the table leaves a hand open for now. */
export const isLeft = (matchId: string, number: number): boolean => decided.value.has(key(matchId, number));
