import { useSignal } from '@preact/signals';

import type { HandPreview, HandRecord, Match, Rules } from '../client/types.gen';
import { bidLabel } from '../hand/bids';
import { dealerOf } from '../hand/expected';
import { SUITS } from '../hand/pack';
import { foreseen, give, sideOf, whose } from '../hand/points';
import { callsPartner, isOneNumber } from '../hand/taken';
import { useForesight } from '../hand/preview';
import { save } from '../hand/saving';
import { address } from '../places';
import { SuitShape } from '../parts/cards';
import { Icon } from '../parts/Icon';
import { plain, sideClass } from '../parts/Score';
import { Screen } from '../parts/Screen';
import { say } from '../wording';
import { Partner } from './points/Partner';
import { PointRows } from './points/PointRows';
import { PointTable } from './points/PointTable';
import { Taken } from './points/Taken';
import '../styles/points.css';

interface Props {
  match: Match;
  rules: Rules;
  number: number;
  record: HandRecord;
  change: (record: HandRecord) => void;
}

// More sides than these do not fit beside one another.
const MOST_COLUMNS = 3;

/** A hand by points: who took what, and what that comes to before it is saved. */
export function Points({ match, rules, number, record, change }: Props) {
  const preview = useForesight(match, number, record);
  const canBeNumber = isOneNumber(rules, match);
  const byPoint = useSignal((record.claims?.points?.length ?? 0) > 0);
  const isNumber = canBeNumber && !byPoint.value;
  const isMany = match.sides.length > MOST_COLUMNS;
  const names = rules.pointValues.map(({ point }) => point);
  const dealer = match.players[dealerOf(match, number)]?.name ?? '';
  const complete = names.every((point) => whose(record, point) !== undefined) || foreseen(record, rules, match);
  const isSettled = preview.value ? preview.value.verdict.status === 'settled' : Boolean(complete);

  // A side's name gives it everything; a point that may be nobody's goes to it as well.
  function giveAll(side: number): void {
    change(names.reduce((given, point) => give(given, point, side), record));
  }

  function otherWay(): void {
    const { points: _, taken: __, takenTogether: ___, ...claims } = record.claims ?? {};
    change({ ...record, claims });
    byPoint.value = !byPoint.value;
  }

  return (
    <Screen
      class="points"
      title={say('hand_number', { hand: number })}
      note={say('dealt', { name: dealer })}
      back={address('m', match.matchId)}
      corner={
        match.lines.some((line) => line.number === number) && (
          <a class="button quiet" href={address('m', match.matchId, 'hand', number, 'void')}>
            {say('mark_not_played')}
          </a>
        )
      }
      foot={
        <footer class="foot">
          <button class="main" onClick={() => void save(match, number, record, isSettled)}>
            {say('save_hand', { hand: number })}
          </button>
          <div class="pair">
            {(['cards', 'tricks'] as const).map((by) => (
              <a class="button quiet" href={address('m', match.matchId, 'hand', number, by)}>
                {say(`by_${by}`)}
              </a>
            ))}
          </div>
        </footer>
      }
    >
      <Deal {...{ match, number, record, change }} />
      {callsPartner(rules, match) && <Partner {...{ match, record, change }} />}
      <section aria-labelledby="question">
        <h2 id="question">{say('who_took_what')}</h2>
        {isNumber ? (
          <Taken {...{ match, rules, record, change }} />
        ) : isMany ? (
          <PointTable {...{ match, rules, record, change, giveAll }} />
        ) : (
          <PointRows {...{ match, rules, record, change, giveAll }} />
        )}
        {!isNumber && <p class="note tip">{say('tap_name')}</p>}
        {canBeNumber && (
          <button class="quiet" onClick={otherWay}>
            {say(isNumber ? 'point_by_point' : 'as_one_number')}
          </button>
        )}
      </section>
      <Then {...{ match, rules, number, record, preview: preview.value }} />
    </Screen>
  );
}

/** Who bid what, and the trump where the table likes to say it. */
function Deal({ match, number, record, change }: Omit<Props, 'rules'>) {
  const { contract } = record;
  const name = contract && match.players[contract.pitcher]?.name;
  return (
    <div class="deal box">
      {contract && (
        <a
          class={`button grow ${sideClass(sideOf(match, contract.pitcher))}`}
          href={address('m', match.matchId, 'hand', number, 'bid')}
          aria-label={say('change_bid', { name: name ?? '', bid: bidLabel(contract.bid) })}
        >
          <span class="chip">{name}</span> {say('bid')} <b class="figure">{bidLabel(contract.bid)}</b>
          <Icon name="edit" />
        </a>
      )}
      <div class="suits" role="radiogroup" aria-label={say('trump_if_you_like')}>
        {SUITS.map((suit) => (
          <button
            role="radio"
            aria-checked={record.trump === suit}
            aria-label={say(`word.suit.${suit}`)}
            onClick={() => change({ ...record, trump: record.trump === suit ? null : suit })}
          >
            <SuitShape suit={suit} />
          </button>
        ))}
      </div>
    </div>
  );
}

/** What the hand comes to: by the server where it answers, else as this phone adds it up. */
function Then(props: Omit<Props, 'change'> & { preview: HandPreview | undefined }) {
  const { match, rules, record, preview } = props;
  const guess = foreseen(record, rules, match);
  const scores = preview?.consequences.scoresAfter ?? guess?.scores;
  const settled = preview ? preview.verdict.status === 'settled' : guess !== undefined;
  const made = preview ? preview.verdict.made : guess?.made;
  const pitching = record.contract && sideOf(match, record.contract.pitcher);
  return (
    <section class="then" aria-live="polite">
      {settled && scores && pitching !== undefined && pitching !== null ? (
        <>
          <h2>
            <span class={made ? '' : 'set'}>{say(made ? 'made' : 'set')}</span>{' '}
            {guess &&
              say('took_of', {
                side: match.sides[pitching]?.name ?? '',
                taken: guess.taken,
                bid: guess.bid,
              })}
          </h2>
          <div class={match.sides.length > 2 ? 'many' : 'pair'}>
            {match.sides.map(({ side, name }) => (
              <p class={sideClass(side)}>
                <span class="who cut">{name}</span>
                <span class={preview ? 'figure' : 'figure soft'}>
                  <s>{plain(before(preview, match)[side] ?? 0)}</s>
                  <Icon name="arrow" />
                  {plain(scores[side] ?? 0)}
                </span>
              </p>
            ))}
          </div>
        </>
      ) : preview?.verdict.findings[0] ? (
        <p class="found">{preview.verdict.findings[0].message.text}</p>
      ) : preview?.verdict.needs[0] ? (
        <p>{preview.verdict.needs[0].message.text}</p>
      ) : null}
    </section>
  );
}

const before = (preview: HandPreview | undefined, match: Match) =>
  preview?.consequences.scoresBefore ?? match.scores;
