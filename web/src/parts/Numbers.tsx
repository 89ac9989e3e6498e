import { useSignal } from '@preact/signals';

import type { HandRecord, Match, Need } from 'pitchkeeper-client';
import { say } from '../wording';

/** Whether a question is answered by a number for each side, or for one. */
export const isOfNumbers = ({ ask }: Need) => ['pips', 'tricks_won', 'taken', 'trumps'].includes(ask);

interface Props {
  match: Match;
  need: Need;
  record: HandRecord;
  save: (record: HandRecord) => void;
}

/** A number for each side that is asked about: counts for Game, tricks, or points taken. */
export function Numbers({ match, need, record, save }: Props) {
  const sides = need.side !== null ? [need.side] : match.sides.map((one) => one.side);
  const told = useSignal<Record<number, number>>({});
  const isWhole = sides.every((side) => told.value[side] !== undefined);
  return (
    <form
      class="numbers"
      onSubmit={(event) => {
        event.preventDefault();
        if (isWhole) save(withNumbers(match, need, record, told.value));
      }}
    >
      {sides.map((side) => (
        <label class="field">
          <span class="lab cut">{match.sides[side]?.name}</span>
          <input
            inputMode="numeric"
            pattern="[0-9]*"
            autocomplete="off"
            onInput={(event) => {
              const number = Number.parseInt(event.currentTarget.value, 10);
              const { [side]: _, ...others } = told.value;
              told.value = Number.isNaN(number) ? others : { ...others, [side]: number };
            }}
          />
        </label>
      ))}
      <button class="main" disabled={!isWhole}>
        {say('save')}
      </button>
    </form>
  );
}

function withNumbers(match: Match, need: Need, record: HandRecord, told: Record<number, number>): HandRecord {
  const all = match.sides.map(({ side }) => told[side] ?? 0);
  if (need.ask === 'tricks_won') return { ...record, tricksWon: all };
  if (need.ask === 'pips') return { ...record, claims: { ...record.claims, pips: all } };
  if (need.ask === 'trumps') {
    const piles = (record.piles ?? []).map((pile) => ({ ...pile, trumps: told[pile.side] ?? pile.trumps }));
    return {
      ...record,
      piles: piles.map(({ trumps, ...pile }) => (trumps === undefined ? pile : { ...pile, trumps })),
    };
  }
  const taken = match.sides.map(({ side }) => told[side] ?? record.claims?.taken?.[side] ?? null);
  return { ...record, claims: { ...record.claims, taken } };
}
