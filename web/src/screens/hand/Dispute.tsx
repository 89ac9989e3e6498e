import { useSignal } from '@preact/signals';

import type { Match, Rules } from 'pitchkeeper-client';
import { address, leaveFor } from '../../places';
import { Screen } from '../../parts/Screen';
import { enqueue } from '../../queue';
import { say } from '../../wording';

/** "Not so": which point, or something else in somebody's own words. The match goes on. */
export function Dispute({ match, rules, number }: { match: Match; rules: Rules; number: number }) {
  const typed = useSignal('');
  const { matchId } = match;

  async function object(reason: string): Promise<void> {
    await enqueue({ kind: 'dispute_hand', matchId, number, body: { reason } });
    leaveFor('m', matchId, 'hand', number, 'ruling');
  }

  return (
    <Screen
      title={say('not_so')}
      note={say('hand_number', { hand: number })}
      back={address('m', matchId, 'hand', number)}
      foot={
        <footer class="foot">
          <label class="field">
            <span class="lab">{say('something_else')}</span>
            <input
              value={typed.value}
              maxLength={200}
              onInput={({ currentTarget }) => (typed.value = currentTarget.value)}
            />
          </label>
          <button class="main" disabled={typed.value.trim() === ''} onClick={() => void object(typed.value.trim())}>
            {say('not_so')}
          </button>
        </footer>
      }
    >
      <h2 class="title">{say('which_point')}</h2>
      <ul class="lines">
        {rules.pointValues.map(({ point }) => (
          <li>
            <button class="row wide" onClick={() => void object(say(`word.point.${point}`))}>
              {say(`word.point.${point}`)}
            </button>
          </li>
        ))}
        <li>
          <button class="row wide" onClick={() => void object(say('the_bid'))}>
            {say('the_bid')}
          </button>
        </li>
      </ul>
    </Screen>
  );
}
