import { previewVoid } from 'pitchkeeper-client';
import type { Hand, HandPreview, HandRecord, Match } from 'pitchkeeper-client';
import { useFetched } from '../../fetching';
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
  const isSeen = consequences !== undefined || Boolean(failed);

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
      class="correction columns"
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
      {failed && <p role="alert">{failed}</p>}
      {turned.map((turn) => (
        <Turned turn={turn} />
      ))}
      {consequences && <Effects match={match} consequences={consequences} />}
    </Screen>
  );
}

function useConsequences(match: Match, hand: Hand, record: HandRecord | undefined) {
  const { matchId } = match;
  const { number } = hand;
  const { found, said } = useFetched<HandPreview | null>(
    async () =>
      record ? ((await foresee(match, number, record)) ?? null) : answer(previewVoid({ path: { matchId, number } })),
    [JSON.stringify(record ?? null), match.version, hand.matchVersion],
    { stays: true, again: (preview) => preview?.askAgainAfter, tell: () => say('cannot_say_now') },
  );
  const preview = found.value;
  return {
    turned: preview && record ? turns(match, hand, preview) : [],
    consequences: preview?.consequences,
    failed: said.value || (preview === null ? say('cannot_say_now') : preview?.verdict.findings[0]?.message.text),
  };
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
