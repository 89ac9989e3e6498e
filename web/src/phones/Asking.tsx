import { useSignal } from '@preact/signals';

import type { Match } from 'pitchkeeper-client';
import { me, members, nameOf } from '../people';
import { ignoreTaps } from '../parts/tapGuard';
import { words } from '../server';
import { say } from '../wording';
import { assign } from './seats';

/** The phones that ask for a seat, for the owner to say yes. */
export function Asking({ match }: { match: Match }) {
  const later = useSignal<readonly string[]>([]);
  const refused = useSignal('');
  const { matchId } = match;
  const asking = (members.value[matchId] ?? []).filter(
    ({ asksFor, deviceId }) => asksFor !== null && !later.value.includes(deviceId),
  );
  if (me(matchId)?.role !== 'owner' || asking.length === 0) return null;

  async function give(seat: number, deviceId: string): Promise<void> {
    try {
      await assign(matchId, seat, deviceId);
      // The next one moves up to where this was tapped.
      ignoreTaps();
    } catch (error) {
      refused.value = words(error);
    }
  }

  return (
    <>
      {refused.value && <p role="alert">{refused.value}</p>}
      <ul class="lines" role="status">
        {asking.map(({ deviceId, asksFor }) => (
          <li class="row box ask-row" key={deviceId}>
            <span class="grow">
              {say('a_new_phone')} <b>{say('is_it', { name: nameOf(match, asksFor) })}</b>
            </span>
            <button class="plain" onClick={() => asksFor !== null && void give(asksFor, deviceId)}>
              {say('say_yes')}
            </button>
            <button
              class="quiet"
              onClick={() => {
                ignoreTaps();
                later.value = [...later.value, deviceId];
              }}
            >
              {say('not_now')}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
