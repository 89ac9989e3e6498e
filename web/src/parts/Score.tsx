import type { Match, SheetLine } from 'pitchkeeper-client';
import { say } from '../wording';

/** A class that gives a side its colour. */
export const sideClass = (side: number) => `side s${side + 1}`;

// Where one reads from right to left a sign would stand behind its number.
const whole = (text: string) => (document.documentElement.dir === 'rtl' ? `\u2066${text}\u2069` : text);

export const signed = (points: number) => whole(points < 0 ? `−${-points}` : `+${points}`);
export const plain = (points: number) => (points < 0 ? whole(`−${-points}`) : String(points));

/** More scores than these leave no room beside them: people are rows then. */
export const MOST_HALVES = 4;

/** What a hand brought each side; of many sides only the one that bid, which the others are not. */
export function gained(match: Match, { deltas, pitcher }: SheetLine): string {
  if (match.sides.length <= MOST_HALVES) return deltas.map(signed).join(' : ');
  const side = pitcher === null ? undefined : match.players[pitcher]?.side;
  return side === undefined ? '' : signed(deltas[side] ?? 0);
}

interface Props {
  match: Match;
  scores: number[];
  /** Whether the scores are added up by this phone alone. */
  soft: boolean;
  /** Lays the phone down between the players. */
  lay: () => void;
}

/** The score, as it is read across the table, with what each side needs. */
export function Score({ match, scores, soft, lay }: Props) {
  const sides = match.sides.length;
  const shape = sides === 2 ? 'two' : sides <= 4 ? 'four' : 'eight';
  return (
    <section class={`score ${shape}`} aria-label={say('score')}>
      {match.sides.map(({ side, name }) => (
        <div class={sideClass(side)}>
          <p class="who">
            <span class="cut">{name}</span>
          </p>
          <span class={soft ? 'figure soft' : 'figure'}>{plain(scores[side] ?? 0)}</span>
          <Pegs score={scores[side] ?? 0} target={match.target} />
          <p class="needs">{need(match, scores[side] ?? 0)}</p>
        </div>
      ))}
      <button class="lay" aria-label={say('lay_down')} onClick={lay} />
      <ScoreAloud match={match} scores={scores} />
    </section>
  );
}

/** The score for who does not see it: told in one sentence whenever it changes. */
export function ScoreAloud({ match, scores }: Pick<Props, 'match' | 'scores'>) {
  return (
    <p class="hide" role="status">
      {match.sides.map(({ side, name }) => `${name} ${plain(scores[side] ?? 0)}`).join(', ')}
    </p>
  );
}

function need(match: Match, score: number): string {
  if (match.target === null) return '';
  const left = match.target - score;
  return left > 0 ? say('need', { points: left }) : say('out');
}

// More holes than these cannot be told apart on a phone.
const MOST_PEGS = 21;

function Pegs({ score, target }: { score: number; target: number | null }) {
  if (target === null) return null;
  if (target > MOST_PEGS) {
    const share = Math.max(0, Math.min(1, score / target));
    return (
      <svg class="ruled" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        <rect width="100" height="4" class="way" />
        <rect width={100 * share} height="4" class="gone" />
      </svg>
    );
  }
  return (
    <div class="pegs" aria-hidden="true">
      {Array.from({ length: target }, (_, at) => (
        <i class={at < score ? 'on' : undefined} />
      ))}
    </div>
  );
}
