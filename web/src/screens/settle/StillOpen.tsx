import type { HandRecord, HandRuling, Match, Rules } from 'pitchkeeper-client';
import { answers, type Answer } from '../../hand/answers';
import { repaired, sideOfRepair } from '../../hand/repairs';
import { Numbers, isOfNumbers } from '../../parts/Numbers';
import { say } from '../../wording';
import { AnswerButton, BigCard, label, question } from '../../parts/Answers';

interface Props {
  match: Match;
  rules: Rules;
  record: HandRecord;
  ruling: HandRuling;
  choose: (answered: HandRecord) => void;
}

/** What an argument still turns on: one question, its answers, and what each of them pays. */
export function StillOpen({ match, rules, record, ruling, choose }: Props) {
  const { verdict, answers: foreseen, repairOutcomes } = ruling;
  const [need] = verdict.needs;
  const [finding] = verdict.findings;
  if (!need && verdict.repairs.length === 0) return null;
  const choices: Answer[] = need ? answers(need, { match, rules, record, verdict }) : [];
  return (
    <section class="ask" aria-labelledby="question">
      <div class="q">
        {need?.card && <BigCard card={need.card} rules={rules} />}
        <div>
          <h2 id="question">{need ? question(need, finding, rules) : say('was_something_else')}</h2>
          {need && finding && <p>{finding.message.text}</p>}
        </div>
      </div>
      {choices.map((answer) => (
        <AnswerButton
          match={match}
          label={label(match, answer)}
          side={answer.side ?? match.players[answer.seat ?? -1]?.side}
          bid={verdict}
          outcome={foreseen.find(
            (one) => one.need === 0 && one.side === (answer.side ?? null) && one.seat === (answer.seat ?? null),
          )}
          choose={() => choose(answer.record)}
        />
      ))}
      {need && isOfNumbers(need) && <Numbers {...{ match, need, record }} save={choose} />}
      {choices.length === 0 &&
        verdict.repairs.map(({ message, change }, at) => (
          <AnswerButton
            match={match}
            label={message.text}
            side={sideOfRepair(record, change)}
            bid={verdict}
            outcome={repairOutcomes[at]}
            choose={() => choose(repaired(record, change))}
          />
        ))}
    </section>
  );
}
