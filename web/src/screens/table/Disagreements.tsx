import { useSignal } from '@preact/signals';

import type { Argument, HandPreview, Match, Version } from 'pitchkeeper-client';
import type { Refusal } from 'pitchkeeper-client';
import { Radios } from '../../parts/Choices';
import { bidLabel } from '../../hand/bids';
import { settleDraft } from '../../hand/drafts';
import { mergedHand, mergedRecord, rowsOf, teller, type Pick, type Row } from '../../hand/merging';
import { afterCommands, entered, isSame, partsOf } from '../../hand/parts';
import { recounted } from '../../hand/piles';
import { useForesight } from '../../hand/preview';
import { send, sendParts } from '../../hand/saving';
import { useWriter } from '../../phones/writer';
import { address, leaveFor } from '../../places';
import { Foresight } from '../../parts/Foresight';
import { cardName } from '../../parts/cards';
import { sideClass } from '../../parts/Score';
import { Screen } from '../../parts/Screen';
import { settle } from '../../queue';
import { rulesets } from '../../rulesets';
import { atStart, has, say } from '../../wording';
import { Outcome } from '../../parts/Outcome';
import '../../styles/conflict.css';

interface Props {
  match: Match;
  /** What was refused about the hand: a part of it each, or all of it. */
  refusals: Refusal[];
}

/** Two phones wrote one hand differently: a row a contradiction, and which is right is tapped. */
export function Disagreements({ match, refusals }: Props) {
  const conflicts = refusals.flatMap(({ problem }) => problem.conflict ?? []);
  const { hand } = conflicts[0]!;
  const { questions, additions } = rowsOf(conflicts.flatMap(({ differences }) => differences));
  const rows = [...questions, ...additions];
  const picks = useSignal<(Pick | undefined)[]>(
    rows.map((row, at) => (at < questions.length ? undefined : teller(row))),
  );
  const phone = atStart(useWriter(match, hand));
  const isWhole = picks.value.every(Boolean);
  const rules = rulesets.value[match.ruleset.id]?.rules;
  // Of each refusal what was put together of it, beside what the match has.
  const merged = (from: (Pick | undefined)[]) =>
    conflicts.map(({ differences, yours, theirs }) => {
      const own = rows.map((row, at): [Row, Pick | undefined] => [
        row.filter((fact) => differences.includes(fact)),
        from[at],
      ]);
      const record = mergedRecord(yours.record, theirs.record, own);
      const counted = rules ? recounted(record, [yours.record, theirs.record], rules, match) : record;
      return { record: counted, theirs: entered(theirs.record) };
    });
  const all = (from: Pick) => picks.value.map((pick, at) => (at < questions.length ? from : pick));
  const preview = useForesight(match, hand, mergedHand(merged(picks.value))).value;
  const outcomes = {
    yours: outcomeOf(useForesight(match, hand, mergedHand(merged(all('yours')))).value),
    theirs: outcomeOf(useForesight(match, hand, mergedHand(merged(all('theirs')))).value),
  };
  const pick = (at: number, from: Pick) => (picks.value = picks.value.map((one, place) => (place === at ? from : one)));
  const phones = { yours: say('this_phone'), theirs: phone };

  async function keep(): Promise<void> {
    leaveFor('m', match.matchId);
    const sent = merged(picks.value).map(({ record, theirs }, at) => {
      const { matchVersion } = conflicts[at]!;
      // What the other phone wrote is kept already.
      if (partsOf(record, theirs).every((part) => isSame(record, theirs, part))) return undefined;
      return refusals[at]!.command.kind === 'record_hand'
        ? send(match, hand, record, matchVersion)
        : sendParts(match, hand, record, { record: theirs, version: matchVersion });
    });
    const { theirs, matchVersion: version } = conflicts.at(-1)!;
    const own = afterCommands(
      entered(theirs.record),
      refusals.map(({ command }) => command),
    );
    settleDraft(match.matchId, hand, own, { record: mergedHand(merged(picks.value)), version });
    await Promise.all([...sent, settle(...refusals.map(({ command }) => command))]);
  }

  return (
    <Screen
      class="conflict"
      title={say('hand_number', { hand })}
      note={say('wrote_differently')}
      back={address('m', match.matchId)}
      foot={
        <footer class="foot">
          {isWhole && <Foresight match={match} preview={preview} />}
          <button class="main" disabled={!isWhole} onClick={() => void keep()}>
            {say('keep_these')}
          </button>
        </footer>
      }
    >
      <section aria-labelledby="question">
        <h2 id="question">{say(questions.length > 0 ? 'two_wrote' : 'two_wrote_parts', { hand })}</h2>
        {questions.length > 1 && <p class="note">{say('tap_what_is_right')}</p>}
      </section>
      {additions.length > 0 && (
        <details class="box">
          <summary>{say('only_one_says', { count: additions.length })}</summary>
          <ol class="rows">
            {additions.map((row, at) => {
              const place = questions.length + at;
              return (
                <Choice {...{ match, row, phones }} picked={picks.value[place]} pick={(from) => pick(place, from)} />
              );
            })}
          </ol>
        </details>
      )}
      {questions.length > 0 && (
        <div class="both heads">
          {PICKS.map((from) => (
            <Head
              title={phones[from]}
              versions={conflicts.map((conflict) => conflict[from])}
              outcome={outcomes[from]}
              pick={() => (picks.value = all(from))}
            />
          ))}
        </div>
      )}
      <ol class="rows">
        {questions.map((row, at) => (
          <Choice {...{ match, row, phones }} picked={picks.value[at]} pick={(from) => pick(at, from)} />
        ))}
      </ol>
    </Screen>
  );
}

const PICKS: readonly Pick[] = ['yours', 'theirs'];
type Led = ReturnType<typeof outcomeOf>;

/** What a record leads to, as far as the server tells. */
function outcomeOf(preview: HandPreview | undefined) {
  if (!preview) return undefined;
  const { verdict, consequences } = preview;
  const { status, made } = verdict;
  return status === 'settled' ? { status, made, scores: consequences.scoresAfter } : { status, made };
}

interface HeadProps {
  title: string;
  versions: Version[];
  outcome: Led;
  pick: () => void;
}

function Head({ title, versions, outcome, pick }: HeadProps) {
  const impossible = versions.find(({ status }) => status === 'impossible');
  return (
    <div>
      <button class="plain" onClick={pick}>
        {title}
      </button>
      <p class="note led" aria-live="polite">
        {outcome?.made != null && say(outcome.made ? 'made' : 'set')} <Outcome outcome={outcome} />
        {outcome?.status === 'open' && say('status.open')}
      </p>
      {impossible && <p class="note">{impossible.whys[0]?.text ?? say('cannot_be')}</p>}
    </div>
  );
}

interface ChoiceProps {
  match: Match;
  row: Row;
  phones: Record<Pick, string>;
  picked: Pick | undefined;
  pick: (from: Pick) => void;
}

function Choice({ match, row, phones, picked, pick }: ChoiceProps) {
  const about = subject(row);
  return (
    <li>
      <p class="lab">{about}</p>
      <Radios class="both" aria-label={about}>
        {PICKS.map((from) => {
          const said = row.flatMap((fact) => fact[from] ?? []);
          const text = said.map((each) => words(match, each)).join(' ') || say('nothing_entered');
          return (
            <button
              class={look(said[0])}
              role="radio"
              aria-checked={picked === from}
              aria-label={`${phones[from]}: ${text}`}
              onClick={() => pick(from)}
            >
              <i aria-hidden="true" />
              <span class="cut">{text}</span>
            </button>
          );
        })}
      </Radios>
    </li>
  );
}

const look = (said: Argument | undefined) =>
  said?.kind === 'side' && said.number != null ? `choice ${sideClass(said.number)}` : 'choice';

// A card or a point is asked for by its name; other facts have a word of their own.
function subject(row: Row): string {
  const { message } = row.at(-1)!;
  const { card, point } = message.args;
  if (message.code === 'difference.card' && card?.text) return named('card', card.text);
  if (point?.text) return named('point', point.text);
  return has(message.code) ? say(message.code) : message.text;
}

function words(match: Match, said: Argument): string {
  if (said.kind === 'side' && said.number != null) return match.sides[said.number]?.name ?? '';
  if (said.items?.length) return said.items.map((item) => words(match, item)).join(', ');
  if (said.text != null) return named(said.kind, said.text);
  return said.number == null ? say('nothing_entered') : String(said.number);
}

function named(kind: string, text: string): string {
  if (kind === 'card') return text === 'J' ? say('word.card.J') : cardName(text);
  if (kind === 'bid') return bidLabel(text);
  const code = kind === 'fact' ? `fact.${text}` : `word.${kind}.${text}`;
  return has(code) ? say(code) : text;
}
