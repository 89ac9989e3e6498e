import type { Finding, Match, Need, Rules } from 'pitchkeeper-client';
import type { Answer } from '../hand/answers';
import { say } from '../wording';
import { CardFace, cardName } from './cards';
import { type Bid, Outcome, type Foreseen, outcomeText } from './Outcome';
import { sideClass } from './Score';
import '../styles/question.css';

// The answers name the sides, so the question need not.
export function question(need: Need | undefined, finding: Finding | undefined, rules: Rules): string {
  if (need?.ask === 'who_took' && need.card) {
    return say('who_took_card', { card: cardName(need.card, rules.jokers === 1) });
  }
  return (need ?? finding)?.message.text ?? say('status.open');
}

export function label(match: Match, { side, seat, word }: Answer): string {
  if (word) return say(word);
  if (seat !== undefined) return match.players[seat]?.name ?? '';
  return match.sides[side ?? -1]?.name ?? '';
}

export function BigCard({ card, rules }: { card: string; rules: Rules }) {
  return (
    <span class="card big" role="img" aria-label={cardName(card, rules.jokers === 1)}>
      <CardFace card={card} />
    </span>
  );
}

interface AnswerProps {
  match: Match;
  label: string;
  side: number | undefined;
  bid: Bid;
  outcome: Foreseen | undefined;
  choose: (outcome: Foreseen | undefined) => void;
}

export function AnswerButton({ match, label, side, bid, outcome, choose }: AnswerProps) {
  const cannot = outcome?.status === 'impossible';
  const look = side === undefined ? 'answer plain' : `answer ${sideClass(side)}`;
  return (
    <button class={cannot ? `${look} no` : look} onClick={() => choose(outcome)}>
      <span>
        <b>{label}</b>
        <small>{outcome && outcomeText(match, outcome, bid)}</small>
      </span>
      <Outcome outcome={outcome} />
    </button>
  );
}
