import { signal } from '@preact/signals';

import type { Arrangement } from 'pitchkeeper-client';
import { settings } from '../../settings';

/** Who sits where, from the seat that bids first, and which of them deals first. */
export interface Sitting {
  names: string[];
  dealer: number;
  /** The seat of who opens the table; null for nobody's, and undefined for the one with this phone's usual name. */
  mine?: number | null | undefined;
}

/** The table that is being laid: it stays while its rules are read. */
export const wanted = signal(settings.value.players);
export const arrangement = signal<Arrangement | undefined>(undefined);
export const called = signal('');
export const sitting = signal<Sitting | undefined>(undefined);

/** Clear the table once it is opened. */
export function clearSeating(): void {
  wanted.value = settings.value.players;
  arrangement.value = undefined;
  sitting.value = undefined;
  called.value = '';
}
