import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

import { previewVoid } from '../client';
import type { Consequences, Hand, HandChange, HandRecord, Match } from '../client/types.gen';
import { turns, type Turn } from '../hand/changes';
import { dropDraft } from '../hand/drafts';
import { foresee } from '../hand/preview';
import { send } from '../hand/saving';
import { address, leaveFor } from '../places';
import { Icon } from '../parts/Icon';
import { plain, sideClass, signed } from '../parts/Score';
import { Screen } from '../parts/Screen';
import { enqueue } from '../queue';
import { answer } from '../server';
import { say } from '../wording';
import '../styles/correction.css';

interface Props {
  match: Match;
  hand: Hand;
  /** The hand as it would be; without it the hand is void. */
  record?: HandRecord;
}

/** What changing a hand does to the match, before it is done. */
export function Correction({ match, hand, record }: Props) {
  const { number } = hand;
  const { turned, consequences, failed } = useConsequences(match, hand, record);

  async function change(): Promise<void> {
    leaveFor('m', match.matchId);
    if (record) await send(match, number, record);
    else {
      const { matchId, version } = match;
      await enqueue({ kind: 'void_hand', matchId, number, seenVersion: version || null });
      dropDraft(matchId, number);
    }
  }

  function leave(): void {
    dropDraft(match.matchId, number);
    leaveFor('m', match.matchId, 'hand', number);
  }

  return (
    <Screen
      class="correction"
      title={say(record ? 'change_hand' : 'void_hand', { hand: number })}
      note={say('nothing_yet')}
      back={address('m', match.matchId, 'hand', number)}
      foot={
        <footer class="foot">
          <p class="note">{say(match.policy === 'one' ? 'can_undo' : 'will_be_asked')}</p>
          <button class="main" onClick={() => void change()}>
            {say(record ? 'change_hand' : 'void_hand', { hand: number })}
          </button>
          <button class="plain" onClick={leave}>
            {say('leave_it')}
          </button>
        </footer>
      }
    >
      {failed.value && <p role="alert">{failed.value}</p>}
      {turned.value.map((turn) => (
        <Turned turn={turn} />
      ))}
      {consequences.value && <Effects match={match} consequences={consequences.value} />}
    </Screen>
  );
}

function useConsequences(match: Match, hand: Hand, record: HandRecord | undefined) {
  const turned = useSignal<Turn[]>([]);
  const consequences = useSignal<Consequences | undefined>(undefined);
  const failed = useSignal('');
  const told = JSON.stringify(record ?? null);
  useEffect(() => {
    const path = { matchId: match.matchId, number: hand.number };
    void (async () => {
      const preview = record
        ? await foresee(match, hand.number, record)
        : await answer(previewVoid({ path })).catch(() => undefined);
      failed.value = preview ? (preview.verdict.findings[0]?.message.text ?? '') : say('cannot_say_now');
      turned.value = preview && record ? turns(match, hand, preview) : [];
      consequences.value = preview?.consequences;
    })();
  }, [told, match.version, hand.matchVersion]);
  return { turned, consequences, failed };
}

function Turned({ turn }: { turn: Turn }) {
  const chip = ({ text, side }: Turn['before'], look: string) => (
    <span class={side === undefined ? '' : sideClass(side)}>
      <span class={`chip ${look}`}>{text}</span>
    </span>
  );
  return (
    <section class="what box">
      <p class="lab">{turn.question}</p>
      <p class="move">
        {chip(turn.before, 'old')}
        <Icon name="arrow" />
        {chip(turn.after, '')}
      </p>
    </section>
  );
}

/** The winner first if it changes, then every hand that does. */
function Effects({ match, consequences }: { match: Match; consequences: Consequences }) {
  const { winnerBefore, winnerAfter, scoresBefore, scoresAfter, changes } = consequences;
  const named = (winner: typeof winnerBefore) =>
    winner ? (match.sides[winner.side]?.name ?? '') : say('nobody_yet');
  return (
    <>
      <section class={consequences.winnerChanges ? 'ask' : 'box'} role="status">
        <h2>
          {say(consequences.winnerChanges ? 'winner_changes' : changes.length ? 'scores_change' : 'same_scores')}
        </h2>
        <dl>
          <div>
            <dt>{say('now_head')}</dt>
            <dd class="old">{consequences.winnerChanges ? named(winnerBefore) : ''}</dd>
            <dd class="figure old signed">{scoresBefore.map(plain).join(' : ')}</dd>
          </div>
          <div>
            <dt>{say('then_head')}</dt>
            <dd>{consequences.winnerChanges ? named(winnerAfter) : ''}</dd>
            <dd class="figure signed">{scoresAfter.map(plain).join(' : ')}</dd>
          </div>
        </dl>
      </section>
      {changes.length > 0 && (
        <table>
          <caption class="hide">{say('hands_that_change')}</caption>
          <thead>
            <tr>
              <th scope="col">{say('hand')}</th>
              <th scope="col">{say('now_head')}</th>
              <th scope="col">{say('then_head')}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map((change) => (
              <tr>
                <th scope="row">
                  <b class="figure">{change.number}</b>
                  <span>{whatChanges(change)}</span>
                </th>
                <td class="figure was signed">{change.scoresBefore?.map(plain).join(' : ')}</td>
                <td class="figure signed">{change.scoresAfter.map(plain).join(' : ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {consequences.notPlayed.length > 0 && (
        <p>{say('not_played', { hands: consequences.notPlayed.join(', '), count: consequences.notPlayed.length })}</p>
      )}
    </>
  );
}

function whatChanges({ standingBefore, standingAfter, deltasBefore, deltasAfter }: HandChange): string {
  if (standingBefore !== standingAfter) return say(`standing.${standingAfter}`);
  if (deltasBefore && deltasBefore.every((points, side) => points === deltasAfter[side])) {
    return say('same_points');
  }
  return deltasAfter.map(signed).join(' : ');
}
