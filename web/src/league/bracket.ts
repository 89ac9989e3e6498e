import type { BracketFixture, BracketRound, BracketSide, Chance } from 'pitchkeeper-client';
import { say } from '../wording';

/** What the last rounds of a knock-out are called, by how many meet in them. */
const ENDS: Record<number, 'final' | 'semi_finals' | 'quarter_finals'> = {
  1: 'final',
  2: 'semi_finals',
  4: 'quarter_finals',
};

/** What a round is called: the semi-finals, or its number. */
export function roundName({ stage, round, fixtures }: BracketRound, isDouble: boolean): string {
  if (stage === 'third_place' || stage === 'grand_final' || stage === 'reset') return say(`heading.bracket.${stage}`);
  if (stage === 'losers') return say('heading.bracket.losers', { round });
  if (isDouble) return say('heading.bracket.winners', { round });
  const end = ENDS[fixtures.length];
  return end ? say(`heading.bracket.${end}`) : say('heading.bracket.round', { round });
}

/** Who plays on a side, or from which matchup the one who does will come. */
export function sideName(side: BracketSide, rounds: readonly BracketRound[]): string {
  if (side.name !== null) return side.name;
  const number = side.winnerOf ?? side.loserOf;
  if (number === null) return '';
  const from = rounds.flatMap(({ fixtures }) => fixtures).find((fixture) => fixture.number === number);
  const known = from?.sides.every(({ name }) => name !== null);
  const matchup = known ? from?.sides.map(({ name }) => name).join(' – ') : number;
  return say(side.winnerOf === null ? 'sheet.bracket.loser_of' : 'sheet.bracket.winner_of', {
    matchup: matchup ?? number,
  });
}

/** The letter of a group, as in `1A v 2B`. */
export const groupName = (group: number) =>
  say('heading.league.group', { group: String.fromCharCode('A'.charCodeAt(0) + group - 1) });

/** Whether somebody reaches the final; nothing where that is open. */
export function finalNote({ reaches }: Chance): string {
  if (reaches?.sure) return say('tv.in_final');
  if (reaches?.can === false) return say('tv.out_of_final');
  return reaches?.needsTieBreak ? say('tv.final_tied') : '';
}

/** Whether both sides come to a table. */
export const isPlayed = ({ state }: BracketFixture) => state === 'planned' || state === 'begun' || state === 'over';

/** The matchups of a round that are shown: a bye or a needless final is none. */
export const shown = ({ fixtures }: BracketRound) =>
  fixtures.filter(({ state }) => state !== 'bye' && state !== 'not_needed');
