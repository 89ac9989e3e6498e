import { useSignal } from '@preact/signals';

import { getHandRuling, overruleHand } from 'pitchkeeper-client';
import type { Hand, Match } from 'pitchkeeper-client';
import { useFetched } from '../../fetching';
import { device } from '../../device';
import { mendedOn } from '../../hand/mending';
import { load, loadHand } from '../../matches';
import { loadMembers, me } from '../../people';
import { address, leaveFor } from '../../places';
import { Screen } from '../../parts/Screen';
import { sideClass } from '../../parts/Score';
import { enqueue } from '../../queue';
import { answer, words } from '../../server';
import { say } from '../../wording';
import { RulingView } from '../../parts/RulingView';
import '../../styles/settle.css';

/** What the rules say of a hand, and the ways in which a dispute about it ends. */
export function HandRuling({ match, number }: { match: Match; number: number }) {
  const agreeing = useSignal(false);
  const { matchId } = match;
  const { found, said: failed } = useFetched(
    () => Promise.all([answer(getHandRuling({ path: { matchId, number } })), loadHand(matchId, number)]),
    [matchId, number, match.version],
    { stays: true },
  );
  useFetched(() => loadMembers(matchId), [matchId, match.version]);
  const [recorded, hand] = found.value ?? [];
  const dispute = hand?.agreement.dispute;
  const isOpen = hand?.agreement.state === 'disputed';
  const isOwner = me(matchId)?.role === 'owner';
  const maySettle = isOwner || dispute?.deviceId === device.value?.deviceId;
  const back = hand && isOpen && hand.verdict.status !== 'settled' ? [] : ['hand', number];

  async function settle(settlement: 'ruling_accepted' | 'withdrawn'): Promise<void> {
    await enqueue({ kind: 'resolve_dispute', matchId, number, body: { settlement } });
    leaveFor('m', matchId, 'hand', number);
  }

  return (
    <Screen
      class="settle"
      title={say('hand_number', { hand: number })}
      note={say('argue.points')}
      back={address('m', matchId, ...back)}
      foot={
        <footer class="foot">
          {failed.value && <p role="alert">{failed.value}</p>}
          {isOpen && !maySettle ? (
            <p class="note">{say('others_settle')}</p>
          ) : isOpen && hand ? (
            <>
              <button class="main" onClick={() => void settle('ruling_accepted')}>
                {say('accept_ruling')}
              </button>
              <div class="pair">
                <a class="button plain" href={address('m', matchId, 'hand', number, mendedOn(hand))}>
                  {say('change_hand', { hand: number })}
                </a>
                <button class="plain" onClick={() => void settle('withdrawn')}>
                  {say('withdraw')}
                </button>
              </div>
            </>
          ) : (
            <button class="quiet" onClick={() => (agreeing.value = !agreeing.value)}>
              {say('agreed_otherwise')}
            </button>
          )}
        </footer>
      }
    >
      {dispute && <p class="ask">“{dispute.reason}”</p>}
      {recorded ? <RulingView ruling={recorded.ruling} /> : !failed.value && <p role="status">{say('moment')}</p>}
      {(agreeing.value || (isOpen && isOwner)) && hand && (
        <Agreed {...{ match, hand, failed: (text: string) => (failed.value = text) }} />
      )}
    </Screen>
  );
}

/** What the table agreed that a hand pays, whatever the rules say. */
function Agreed(props: { match: Match; hand: Hand; failed: (text: string) => void }) {
  const { match, hand, failed } = props;
  const deltas = useSignal(hand.deltas.map(String));
  const reason = useSignal('');
  const numbers = deltas.value.map((text) => text.trim().replace('−', '-'));
  const complete = numbers.every((text) => /^[+-]?\d+$/.test(text)) && reason.value.trim() !== '';

  async function overrule(): Promise<void> {
    const { matchId } = match;
    const overruling = {
      deltas: numbers.map(Number),
      made: hand.verdict.made,
      reason: reason.value.trim(),
    };
    if (hand.agreement.state === 'disputed') {
      const body = { settlement: 'overruled' as const, overruling };
      await enqueue({ kind: 'resolve_dispute', matchId, number: hand.number, body });
    } else {
      try {
        const path = { matchId, number: hand.number };
        await answer(overruleHand({ path, body: overruling }));
        await load(matchId);
      } catch (error) {
        failed(words(error));
        return;
      }
    }
    leaveFor('m', matchId, 'hand', hand.number);
  }

  return (
    <details class="box" open={hand.agreement.state !== 'disputed'}>
      <summary>{say('agreed_otherwise')}</summary>
      <div class="agreed">
        {match.sides.map(({ side, name }) => (
          <label class={`field ${sideClass(side)}`}>
            <span class="chip">{name}</span>
            <input
              inputMode="text"
              value={deltas.value[side]}
              onInput={({ currentTarget }) =>
                (deltas.value = deltas.value.map((one, at) => (at === side ? currentTarget.value : one)))
              }
            />
          </label>
        ))}
        <label class="field">
          <span class="lab">{say('why')}</span>
          <input
            value={reason.value}
            maxLength={200}
            onInput={({ currentTarget }) => (reason.value = currentTarget.value)}
          />
        </label>
        <button class="plain" disabled={!complete} onClick={() => void overrule()}>
          {say('write_it_so')}
        </button>
      </div>
    </details>
  );
}
