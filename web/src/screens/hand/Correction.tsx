import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

import { previewVoid } from 'pitchkeeper-client';
import type { Consequences, Hand, HandRecord, Match } from 'pitchkeeper-client';
import { turns, type Turn } from '../../hand/changes';
import { dropDraft } from '../../hand/drafts';
import { foresee } from '../../hand/preview';
import { asSeen, instead, send, sendVoid } from '../../hand/saving';
import { address, leaveFor } from '../../places';
import { Icon } from '../../parts/Icon';
import { sideClass } from '../../parts/Score';
import { Screen } from '../../parts/Screen';
import { answer } from '../../server';
import { say } from '../../wording';
import { Effects } from '../../parts/Effects';
import '../../styles/correction.css';

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
  const isSeen = consequences.value !== undefined || failed.value !== '';

  async function change(): Promise<void> {
    leaveFor('m', match.matchId);
    const kept = { record: hand.record, version: hand.matchVersion };
    const sent = record
      ? send(match, number, record, asSeen(match, number, kept).version)
      : sendVoid(match, number, hand.matchVersion);
    await instead(match, number, sent);
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
          <button class="main" disabled={!isSeen} onClick={() => void change()}>
            {say(record ? 'change_hand' : 'void_hand', { hand: number })}
          </button>
          <button class="plain" onClick={leave}>
            {say('leave_it')}
          </button>
        </footer>
      }
    >
      {!isSeen && <p role="status">{say('moment')}</p>}
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
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const ask = async () => {
      const preview = record
        ? await foresee(match, hand.number, record)
        : await answer(previewVoid({ path })).catch(() => undefined);
      if (isOver) return;
      failed.value = preview ? (preview.verdict.findings[0]?.message.text ?? '') : say('cannot_say_now');
      turned.value = preview && record ? turns(match, hand, preview) : [];
      consequences.value = preview?.consequences;
      if (preview?.askAgainAfter) timer = setTimeout(ask, preview.askAgainAfter * 1000);
    };
    void ask();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
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
