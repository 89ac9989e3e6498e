import type { ComponentChildren } from 'preact';

import type { HandRecord, Match, Rules } from 'pitchkeeper-client';
import type { Kept } from '../../hand/drafts';

/** What each way to enter a hand is given. */
export interface EntryProps {
  match: Match;
  rules: Rules;
  number: number;
  record: HandRecord;
  /** The hand as this phone knows it to be kept. */
  kept: Kept;
  change: (record: HandRecord) => void;
  /** What another phone entered meanwhile. */
  notice: ComponentChildren;
}
