import type { HandPreview, Match } from 'pitchkeeper-client';
import { bidLabel } from '../../hand/bids';
import { dealerOf } from '../../hand/expected';
import { foreseen, sideOf, whose } from '../../hand/points';
import { callsPartner } from '../../hand/taken';
import { useForesight } from '../../hand/preview';
import { isDisputed, save } from '../../hand/saving';
import { address } from '../../places';
import { Icon } from '../../parts/Icon';
import { useKeys } from '../../parts/keys';
import { MOST_HALVES, plain, sideClass } from '../../parts/Score';
import { Screen } from '../../parts/Screen';
import { say } from '../../wording';
import type { EntryProps } from './entry';
import { Partner } from '../../parts/points/Partner';
import { TookWhat } from '../../parts/points/TookWhat';
import { TrumpChoice } from '../../parts/TrumpChoice';
import '../../styles/points.css';

/** A hand by points: who took what, and what that comes to before it is saved. */
export function Points({ match, rules, number, record, kept, change, notice }: EntryProps) {
  const preview = useForesight(match, number, record);
  const names = rules.pointValues.map(({ point }) => point);
  const dealer = match.players[dealerOf(match, number)]?.name ?? '';
  const complete = names.every((point) => whose(record, point) !== undefined) || foreseen(record, rules, match);
  const isSettled = preview.value ? preview.value.verdict.status === 'settled' : Boolean(complete);
  // A row a person leaves the foot no room for other ways to enter the hand.
  const isMany = match.sides.length > MOST_HALVES;
  const saveIt = () => void save(match, number, record, kept, isSettled);
  useKeys((key) => {
    if (key === 'Enter') saveIt();
    return key === 'Enter';
  });
  const others = (
    <div class="pair">
      {(['cards', 'tricks'] as const).map((by) => (
        <a class="button quiet" href={address('m', match.matchId, 'hand', number, by)}>
          {say(`by_${by}`)}
        </a>
      ))}
    </div>
  );

  return (
    <Screen
      class="points"
      title={say('hand_number', { hand: number })}
      note={say('dealt', { name: dealer })}
      back={address('m', match.matchId)}
      corner={
        match.lines.some((line) => line.number === number) &&
        !isDisputed(match, number) && (
          <a class="button quiet" href={address('m', match.matchId, 'hand', number, 'void')}>
            {say('mark_not_played')}
          </a>
        )
      }
      foot={
        <footer class="foot">
          <button class="main" onClick={saveIt}>
            {say('save_hand', { hand: number })}
          </button>
          {!isMany && others}
        </footer>
      }
    >
      {notice}
      <Deal {...{ match, number, record, change }} />
      {callsPartner(rules, match) && <Partner {...{ match, record, change }} />}
      <TookWhat {...{ match, rules, record, change }} />
      <Then {...{ match, rules, number, record, preview: preview.value }} />
      {isMany && others}
    </Screen>
  );
}

/** Who bid what, and the trump where the table likes to say it. */
function Deal({ match, number, record, change }: Omit<EntryProps, 'rules' | 'kept' | 'notice'>) {
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
      {!contract && (
        <a class="button grow" href={address('m', match.matchId, 'hand', number, 'bid')}>
          {say(record.calls?.length ? 'all_passed' : 'who_won_bid')}
          <Icon name="edit" />
        </a>
      )}
      <TrumpChoice
        label={say('trump_if_you_like')}
        chosen={record.trump}
        choose={(trump) => change({ ...record, trump })}
      />
    </div>
  );
}

/** What the hand comes to: by the server where it answers, else as this phone adds it up. */
function Then(props: Omit<EntryProps, 'kept' | 'change' | 'notice'> & { preview: HandPreview | undefined }) {
  const { match, rules, record, preview } = props;
  const guess = foreseen(record, rules, match);
  const scores = preview?.consequences.scoresAfter ?? guess?.scores;
  const settled = preview ? preview.verdict.status === 'settled' : guess !== undefined;
  const made = preview ? preview.verdict.made : guess?.made;
  const pitching = record.contract && sideOf(match, record.contract.pitcher);
  // Which suit was trump may be left open, and nobody lists cards here.
  const need = preview?.verdict.needs.find(({ ask }) => ask !== 'trump' && ask !== 'pile');
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
      ) : need ? (
        <p>{need.message.text}</p>
      ) : null}
    </section>
  );
}

const before = (preview: HandPreview | undefined, match: Match) => preview?.consequences.scoresBefore ?? match.scores;
