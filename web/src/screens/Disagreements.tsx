import { useSignal } from '@preact/signals';

import type { Argument, Conflict, Disagreement, HandRecord, Match, Version } from '../client/types.gen';
import { bidLabel } from '../hand/bids';
import { dropDraft, entered } from '../hand/drafts';
import { taking } from '../hand/merging';
import { useForesight } from '../hand/preview';
import { send } from '../hand/saving';
import { address, leaveFor } from '../places';
import { Foresight } from '../parts/Foresight';
import { arrows } from '../parts/keys';
import { cardName } from '../parts/cards';
import { sideClass } from '../parts/Score';
import { Screen } from '../parts/Screen';
import { settle } from '../queue';
import { has, say } from '../wording';
import '../styles/conflict.css';

type Pick = 'yours' | 'theirs';

/** Two phones wrote one hand differently: a row a difference, and which is right is tapped. */
export function Disagreements(props: { match: Match; conflict: Conflict; commandId: string }) {
  const { match, conflict, commandId } = props;
  const { hand, differences, yours, theirs } = conflict;
  const picks = useSignal<(Pick | undefined)[]>([]);
  const rows = byPoint(differences);
  const isWhole = rows.every((_, at) => picks.value[at]);
  const merged = rows
    .flatMap((facts, at) => (picks.value[at] === 'theirs' ? facts : []))
    .reduce<HandRecord>((record, fact) => taking(record, theirs.record, fact), entered(yours.record));
  const preview = useForesight(match, hand, isWhole ? merged : entered(theirs.record));

  const pick = (at: number, from: Pick) => {
    const all = [...picks.value];
    all[at] = from;
    picks.value = all;
  };
  const pickAll = (from: Pick) => (picks.value = rows.map(() => from));

  async function keep(): Promise<void> {
    leaveFor('m', match.matchId);
    // What the other phone wrote is kept already.
    if (picks.value.some((from) => from === 'yours')) {
      await send(match, hand, merged, conflict.matchVersion);
    } else dropDraft(match.matchId, hand);
    await settle(commandId);
  }

  return (
    <Screen
      class="conflict"
      title={say('hand_number', { hand })}
      note={say('wrote_differently')}
      back={address('m', match.matchId)}
      foot={
        <footer class="foot">
          {isWhole && <Foresight match={match} preview={preview.value} />}
          <button class="main" disabled={!isWhole} onClick={() => void keep()}>
            {say('keep_these')}
          </button>
        </footer>
      }
    >
      <section aria-labelledby="question">
        <h2 id="question">{say('two_wrote', { hand })}</h2>
        <p class="note">{say('tap_what_is_right')}</p>
      </section>
      <div class="both heads">
        <Head title={say('this_phone')} version={yours} pick={() => pickAll('yours')} />
        <Head title={say('other_phone')} version={theirs} pick={() => pickAll('theirs')} />
      </div>
      <ol class="rows">
        {rows.map((facts, at) => (
          <Row match={match} facts={facts} picked={picks.value[at]} pick={(from) => pick(at, from)} />
        ))}
      </ol>
    </Screen>
  );
}

function Head({ title, version, pick }: { title: string; version: Version; pick: () => void }) {
  return (
    <div>
      <button class="plain" onClick={pick}>
        {title}
      </button>
      {version.status === 'impossible' && <p class="note">{version.whys[0]?.text ?? say('cannot_be')}</p>}
    </div>
  );
}

interface RowProps {
  match: Match;
  facts: Disagreement[];
  picked: Pick | undefined;
  pick: (from: Pick) => void;
}

function Row({ match, facts, picked, pick }: RowProps) {
  const about = subject(facts[0]!);
  const choices: [Pick, Argument | null][] = [
    ['yours', facts.find(({ yours }) => yours)?.yours ?? null],
    ['theirs', facts.find(({ theirs }) => theirs)?.theirs ?? null],
  ];
  return (
    <li>
      <p class="lab">{about}</p>
      <div class="both" role="radiogroup" aria-label={about} onKeyDown={arrows}>
        {choices.map(([from, said]) => (
          <button
            class={look(said)}
            role="radio"
            aria-checked={picked === from}
            aria-label={`${say(from === 'yours' ? 'this_phone' : 'other_phone')}: ${words(match, said)}`}
            onClick={() => pick(from)}
          >
            <i aria-hidden="true" />
            <span class="cut">{words(match, said)}</span>
          </button>
        ))}
      </div>
    </li>
  );
}

// What is said of one point, whose it is or that nobody has it, is one thing to decide.
function byPoint(differences: Disagreement[]): Disagreement[][] {
  const rows = new Map<string, Disagreement[]>();
  differences.forEach((fact, at) => {
    const name = fact.message.args['point']?.text ?? String(at);
    rows.set(name, [...(rows.get(name) ?? []), fact]);
  });
  return [...rows.values()];
}

const look = (said: Argument | null) =>
  said?.kind === 'side' && said.number != null ? `choice ${sideClass(said.number)}` : 'choice';

// A card or a point is asked for by its name; other facts have a word of their own.
function subject({ message }: Disagreement): string {
  const { card, point } = message.args;
  if (message.code === 'difference.card' && card?.text) return named('card', card.text);
  if (point?.text) return named('point', point.text);
  return has(message.code) ? say(message.code) : message.text;
}

function words(match: Match, said: Argument | null): string {
  if (!said) return say('nothing_entered');
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
