import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import words from 'words:keeping';

import { HandScreen, fetchEntries } from './hand/HandScreen';
import { NewTable } from './opening/NewTable';
import { TableScreen } from './table/TableScreen';
import { teach } from '../wording';

teach(words);

interface Props {
  /** None before there is a table. */
  matchId?: string;
  hand?: string | undefined;
  by?: string | undefined;
}

/** The screens that a score is kept with: one file, which comes right after the first screen. */
export function Keeping({ matchId, hand, by }: Props): JSX.Element {
  useEffect(() => {
    if (matchId) fetchEntries();
  }, [matchId]);
  if (!matchId) return <NewTable />;
  if (hand) return <HandScreen key={`${matchId} ${hand}`} matchId={matchId} number={Number(hand)} by={by} />;
  return <TableScreen matchId={matchId} />;
}
