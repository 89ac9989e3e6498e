import { useSignal } from '@preact/signals';

import type { Finding, ForeseenAnswer, Hand, HandPreview, Match, Need, Rules } from 'pitchkeeper-client';
import { answers, type Answer } from '../../hand/answers';
import { bidLabel } from '../../hand/bids';
import { decideLater } from '../../hand/later';
import { type Entry, mendedOn, withoutHidden } from '../../hand/mending';
import { packOf, trumpsOf } from '../../hand/pack';
import { entered } from '../../hand/parts';
import { useForesight } from '../../hand/preview';
import { isOfListed, repaired, sideOfRepair } from '../../hand/repairs';
import { instead, sendParts } from '../../hand/saving';
import { tableOf } from '../../hand/tables';
import { address, leaveFor } from '../../places';
import { AnswerButton, BigCard, label, question } from '../../parts/Answers';
import { Icon } from '../../parts/Icon';
import { Numbers, isOfNumbers } from '../../parts/Numbers';
import type { Foreseen } from '../../parts/Outcome';
import { Proofs } from '../../parts/Proof';
import { Screen } from '../../parts/Screen';
import { Settled } from '../../parts/Settled';
import { Unproven } from '../../parts/Unproven';
import { say } from '../../wording';

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
            <h2 id="question">{asks}</h2>
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
      {hand.verdict.status === 'impossible' && <Proofs matchId={match.matchId} hand={hand} />}
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
