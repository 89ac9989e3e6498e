import { useSignal } from '@preact/signals';

import type {
  Finding,
  ForeseenAnswer,
  Hand,
  HandPreview,
  Match,
  Need,
  Point,
  PointValue,
  Rules,
  Verdict,
} from 'pitchkeeper-client';
import { answers, type Answer } from '../hand/answers';
import { bidLabel } from '../hand/bids';
import { decideLater } from '../hand/later';
import { type Entry, mendedOn, withoutHidden } from '../hand/mending';
import { packOf, trumpsOf } from '../hand/pack';
import { entered } from '../hand/parts';
import { useForesight } from '../hand/preview';
import { isOfListed, repaired, sideOfRepair } from '../hand/repairs';
import { instead, sendParts } from '../hand/saving';
import { tableOf } from '../hand/tables';
import { address, leaveFor } from '../places';
import { CardFace, cardName } from '../parts/cards';
import { Icon } from '../parts/Icon';
import { Numbers, isOfNumbers } from '../parts/Numbers';
import { PointLine } from '../parts/PointLine';
import { Proof } from '../parts/Proof';
import { sideClass } from '../parts/Score';
import { Screen } from '../parts/Screen';
import { Unproven } from '../parts/Unproven';
import { say } from '../wording';
import { Outcome, type Foreseen, outcomeText } from './Outcome';
import '../styles/question.css';

interface Props {
  match: Match;
  rules: Rules;
  hand: Hand;
}

/** What is not settled about a hand: one question, and what each answer leads to. */
export function Question({ match, rules, hand }: Props) {
  const others = useSignal(false);
  const need = hand.verdict.needs[0];
  const record = entered(hand.record);
  const trumps = record.trump ? trumpsOf(rules, packOf(rules, tableOf(rules, match)), record.trump) : [];
  // Nobody is asked to change a number that this page counted in a list.
  const repairs = hand.verdict.repairs
    .map((repair, at) => ({ ...repair, at }))
    .filter(({ change }) => !isOfListed(record, change, new Set(trumps)));
  const choices: Answer[] =
    need && !others.value
      ? answers(need, { match, rules, record, verdict: hand.verdict })
      : repairs.map(({ change }) => ({ record: repaired(record, change) }));
  const preview = useForesight(match, hand.number, record).value;
  const finding = [...hand.verdict.findings, ...hand.findings][0];
  const isRenege = !others.value && finding !== undefined && RENEGES.includes(finding.code);
  const showRepairs = others.value || !need;
  const entry = need?.ask === 'contract' ? 'bid' : need?.ask === 'pile' ? 'cards' : mendedOn(hand);
  const hasAnswers = choices.length > 0 || (need !== undefined && isOfNumbers(need));
  const bare = hasAnswers ? undefined : withoutHidden(record, finding);
  const asks = others.value ? say(other(need)) : question(need, finding, rules);

  async function choose(answer: Answer, outcome: Foreseen | undefined): Promise<void> {
    others.value = false;
    // What settles it leads back to the table, anything else to what is asked next.
    if (outcome?.status !== 'open') leaveFor('m', match.matchId);
    const kept = { record, version: hand.matchVersion };
    await instead(match, hand.number, sendParts(match, hand.number, answer.record, kept));
  }

  function leave(): void {
    decideLater(match.matchId, hand.number);
    leaveFor('m', match.matchId);
  }

  return (
    <Screen
      class="question"
      asks={asks}
      title={say('hand_number', { hand: hand.number })}
      note={deal(match, hand)}
      back={address('m', match.matchId)}
      corner={
        <a class="button quiet" href={address('m', match.matchId, 'hand', hand.number, entry)}>
          <Icon name="edit" />
          {say(entry === 'bid' ? 'the_bid' : entry)}
        </a>
      }
      foot={
        <footer class="foot">
          <button class="quiet" onClick={leave}>
            {say('decide_later')}
          </button>
        </footer>
      }
    >
      <Settled {...{ match, rules }} verdict={hand.verdict} certain={preview?.certainPoints ?? []} />
      <Unproven hand={hand} />
      <section class="ask" aria-labelledby="question">
        <div class="q">
          {need?.card && <BigCard card={need.card} rules={rules} />}
          <div>
            <h2 id="question" tabIndex={-1}>
              {asks}
            </h2>
            {!others.value && need && finding && <p>{reason(hand, finding)}</p>}
            {!need && finding?.details.map(({ text }) => <p>{text}</p>)}
          </div>
        </div>
        {isRenege && (
          <a class="button answer plain" href={address('m', match.matchId, 'hand', hand.number, 'renege')}>
            <b>{say('a_renege')}</b>
            <Icon name="on" />
          </a>
        )}
        {isRenege && choices.length > 0 && <p class="lab">{say('entered_wrong')}</p>}
        {choices.map((answer, at) => (
          <AnswerButton
            match={match}
            label={showRepairs ? repairs[at]!.message.text : label(match, answer)}
            side={
              showRepairs
                ? sideOfRepair(record, repairs[at]!.change)
                : (answer.side ?? match.players[answer.seat ?? -1]?.side)
            }
            bid={hand.verdict}
            outcome={showRepairs ? preview?.repairOutcomes[repairs[at]!.at] : outcomeOf(answer, preview)}
            choose={(outcome) => void choose(answer, outcome)}
          />
        ))}
        {need && isOfNumbers(need) && (
          <Numbers {...{ match, need, record }} save={(changed) => void choose({ record: changed }, undefined)} />
        )}
        {bare && (
          <button class="plain" onClick={() => void choose({ record: bare }, { status: 'open', made: null })}>
            {say('take_out')}
          </button>
        )}
        {(!hasAnswers || need?.ask === 'pile') && (
          <a class="button main" href={address('m', match.matchId, 'hand', hand.number, entry)}>
            {say(wayOn(need, entry, isRenege))}
          </a>
        )}
        {need && repairs.length > 0 && (
          <button class="plain other" onClick={() => (others.value = !others.value)}>
            {say(others.value ? 'back_to_question' : other(need))}
            <Icon name="on" />
          </button>
        )}
      </section>
      {hand.verdict.status === 'impossible' && (
        <Proof key={hand.matchVersion} matchId={match.matchId} number={hand.number} />
      )}
    </Screen>
  );
}

// The findings that ask "A renege, or entered wrong?", and who it would have been, if that is told.
const RENEGES = ['revoke', 'folded_with_a_trump', 'no_legal_play_fits'];

function wayOn(need: Need | undefined, entry: Entry, isRenege: boolean): string {
  if (entry === 'bid') return 'who_won_bid';
  if (need?.ask === 'pile') return 'by_cards';
  return isRenege ? 'entered_wrong' : 'change';
}

const other = (need: Need | undefined) => (need?.card ? 'another_card' : 'was_something_else');

// The answers name the sides, so the question need not.
export function question(need: Need | undefined, finding: Finding | undefined, rules: Rules): string {
  if (need?.ask === 'who_took' && need.card) {
    return say('who_took_card', { card: cardName(need.card, rules.jokers === 1) });
  }
  return (need ?? finding)?.message.text ?? say('status.open');
}

function reason(hand: Hand, finding: Finding): string {
  const isAlone = hand.verdict.findings.length + hand.findings.length === 1;
  if (finding.code === 'card_in_two_piles' && isAlone) return say('in_both_piles');
  return finding.message.text;
}

function deal(match: Match, { verdict }: Hand): string {
  const name = verdict.pitcher === null ? undefined : match.players[verdict.pitcher]?.name;
  if (name === undefined || verdict.bid === null) return '';
  return say(verdict.trump ? 'name_bid_in' : 'name_bid', {
    name,
    bid: bidLabel(verdict.bid),
    suit: verdict.trump ? say(`word.suit.${verdict.trump}`) : '',
  });
}

/** What the server says of an answer to the first question; it answers by sides or by seats. */
function outcomeOf({ side, seat }: Answer, preview: HandPreview | undefined): ForeseenAnswer | undefined {
  return preview?.answers.find((one) => one.need === 0 && one.side === (side ?? null) && one.seat === (seat ?? null));
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

/** What stays as it is, however the question is answered. */
export function Settled(props: { match: Match; rules: Rules; verdict: Verdict; certain: Point[] }) {
  const { match, rules, verdict, certain } = props;
  const points =
    verdict.points ??
    rules.pointValues.map((value) => certain.find(({ point }) => point === value.point) ?? unknown(value));
  if (!points.some(({ state }) => state === 'certain')) return null;
  return (
    <section aria-labelledby="settled">
      <h3 class="lab" id="settled">
        {say('settled_either_way')}
      </h3>
      <ol class="lines">
        {points.map((point) => (
          <PointLine match={match} point={point} note={point.card ? cardName(point.card, rules.jokers === 1) : ''} />
        ))}
      </ol>
    </section>
  );
}

// Of a hand that cannot be the server tells the points that are certain, and no others.
function unknown({ point, worth }: PointValue): Point {
  const why = { code: '', args: {}, text: '' };
  return { point, worth, state: 'open', side: null, possible: [], mayBeNobody: false, card: null, clauses: [], why };
}

/** Whose bid it was, and what. */
export type Bid = Pick<Verdict, 'bid' | 'pitchingSide'>;

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
