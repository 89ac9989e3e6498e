import '../../styles/people.css';

import { useSignal } from '@preact/signals';

import type { Adjustment, Match } from 'pitchkeeper-client';
import { useFetched } from '../../fetching';
import { adjusted } from '../../hand/adjusting';
import { expected } from '../../hand/expected';
import { load } from '../../matches';
import { once } from '../../once';
import { Choices } from '../../parts/Choices';
import { Icon } from '../../parts/Icon';
import { LinkRow } from '../../parts/LinkRow';
import { adjustmentText } from '../../parts/outside';
import { plain, signed } from '../../parts/Score';
import { Screen } from '../../parts/Screen';
import { Sure } from '../../parts/Sure';
import { loadMembers, me } from '../../people';
import { phoneOf } from '../../phones/writer';
import { address, leaveFor } from '../../places';
import { enqueue } from '../../queue';
import { loadRuleset, rulesets } from '../../rulesets';
import { say } from '../../wording';

interface Props {
  matchId: string;
  /** What happened, whose fault it was and what it costs, where that was said before. */
  about: string | undefined;
  seat: string | undefined;
  cost: string | undefined;
}

const NOBODY = -1;
const USUAL = [-1, -2, -3, 1, 2, 3];
const REASONS = ['revoke', 'table_talk', 'call_out_of_turn', 'wrong_leader', 'misdeal'];
// What the server takes for one adjustment.
const MOST = 100;

/** Points given or taken outside play: who, how much and why; and those that were, to take back. */
export function Penalties({ matchId, about, seat, cost }: Props) {
  const match = expected(matchId);
  useFetched(() => Promise.all([load(matchId), loadMembers(matchId)]), [matchId]);
  const rulesetId = match?.ruleset.id;
  useFetched(() => (rulesetId ? loadRuleset(rulesetId) : undefined), [rulesetId]);
  if (!match) {
    return (
      <Screen title={say('penalty.title')} back={address('m', matchId)}>
        <p role="status">{say('moment')}</p>
      </Screen>
    );
  }
  const side = seat === undefined ? NOBODY : (match.players[Number(seat)]?.side ?? NOBODY);
  return <Penalty match={match} side={side} points={Number(cost) || -1} happened={about ?? ''} />;
}

interface PenaltyProps {
  match: Match;
  side: number;
  points: number;
  happened: string;
}

function Penalty({ match, ...first }: PenaltyProps) {
  const { matchId } = match;
  const side = useSignal(first.side);
  const points = useSignal(first.points);
  const happened = useSignal(first.happened);
  const own = useSignal('');
  const rules = rulesets.value[match.ruleset.id]?.rules;
  const isViewer = me(matchId)?.role === 'viewer';
  const name = match.sides[side.value]?.name ?? '';
  const reason = own.value.trim() || (happened.value && say(`happened.${happened.value}`));
  const usual = USUAL.includes(points.value) ? USUAL : [points.value, ...USUAL];

  const write = once(async () => {
    leaveFor('m', matchId);
    const body = { side: side.value, points: points.value, reason };
    await enqueue({ kind: 'make_adjustment', matchId, body });
  });

  return (
    <Screen
      title={say('penalty.title')}
      note={say('penalty.how')}
      back={address('m', matchId, 'settle')}
      foot={
        !isViewer && (
          <footer class="foot">
            {name && (
              <p class="move figure" aria-live="polite">
                {match.scores.map(plain).join(' : ')}
                <Icon name="arrow" />
                {adjusted(match, rules, side.value, points.value).map(plain).join(' : ')}
              </p>
            )}
            <button class="main" disabled={!name || !reason} onClick={() => void write()}>
              {name
                ? say(points.value < 0 ? 'penalty.take' : 'penalty.give', {
                    points: Math.abs(points.value),
                    side: name,
                  })
                : say('save')}
            </button>
          </footer>
        )
      }
    >
      {!isViewer && (
        <>
          <Choices
            label={say('penalty.whose')}
            chosen={side.value}
            choices={match.sides.map((one) => ({ value: one.side, label: one.name }))}
            onChoose={(one) => (side.value = one)}
          />
          <Choices
            label={say('penalty.points')}
            chosen={points.value}
            choices={usual.map((value) => ({ value, label: signed(value) }))}
            onChoose={(one) => (points.value = one)}
          />
          <Choices
            label={say('why')}
            chosen={own.value.trim() ? '' : happened.value}
            choices={REASONS.map((value) => ({ value, label: say(`happened.${value}`) }))}
            onChoose={(one) => {
              happened.value = one;
              own.value = '';
            }}
          />
          <label class="field">
            <span class="lab">{say('penalty.own_words')}</span>
            <input
              value={own.value}
              maxLength={200}
              autocomplete="off"
              enterkeyhint="done"
              onInput={({ currentTarget }) => (own.value = currentTarget.value)}
            />
          </label>
          <Other points={points.value} choose={(value) => (points.value = value)} />
        </>
      )}
      <nav class="lines">
        <LinkRow to={address('m', matchId, 'settle', 'irregularity')} label={say('see_ruling')} />
      </nav>
      <Made match={match} isViewer={isViewer} />
    </Screen>
  );
}

/** Any other number of points; taken or given as the choices above it say. */
function Other({ points, choose }: { points: number; choose: (points: number) => void }) {
  return (
    <label class="field">
      <span class="lab">{say('penalty.other')}</span>
      <input
        inputMode="numeric"
        pattern="[0-9]*"
        autocomplete="off"
        placeholder={String(Math.abs(points))}
        onInput={({ currentTarget }) => {
          const number = Number.parseInt(currentTarget.value, 10);
          if (number >= 1 && number <= MOST) choose(points < 0 ? -number : number);
        }}
      />
    </label>
  );
}

/** What was given or taken so far, and the way to take one back. */
function Made({ match, isViewer }: { match: Match; isViewer: boolean }) {
  if (match.adjustments.length === 0) return null;
  return (
    <section aria-labelledby="made">
      <h2 class="lab" id="made">
        {say('penalty.so_far')}
      </h2>
      <ol class="lines">
        {[...match.adjustments].reverse().map((adjustment) => (
          <li key={adjustment.number} class="journal">
            <One match={match} adjustment={adjustment} isViewer={isViewer} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function One({ match, adjustment, isViewer }: { match: Match; adjustment: Adjustment; isViewer: boolean }) {
  const { matchId, version } = match;
  const { number, afterHand, cancelled, deviceId } = adjustment;
  const text = adjustmentText(match, adjustment);
  const cancel = once(async () => {
    await enqueue({
      kind: 'cancel_adjustment',
      matchId,
      adjustment: number,
      seenVersion: version || null,
      body: { reason: say('penalty.entered_wrong') },
    });
  });
  return (
    <>
      <p>
        {cancelled ? <s>{text}</s> : <b>{text}</b>}
        <small class="note">
          {[say('penalty.after_hand', { hand: afterHand }), phoneOf(match, deviceId), cancelled?.reason]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </p>
      {!cancelled && !isViewer && (
        <Sure
          isMild
          label={say('penalty.take_back')}
          question={say('penalty.take_back_sure')}
          onSure={() => void cancel()}
        />
      )}
    </>
  );
}
