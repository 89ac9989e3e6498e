import { useFetched } from '../../fetching';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

import { load, sheets } from '../../matches';
import { Screen } from '../../parts/Screen';
import { Sitting } from '../../parts/Sitting';
import { loadMembers, me, nameOf } from '../../people';
import { address, leaveFor } from '../../places';
import { words } from '../../server';
import { say } from '../../wording';
import { sit } from '../../phones/seats';

/** Which of those at the table has come in; who only looks on needs no seat. */
export function TakeSeat({ matchId }: { matchId: string }) {
  const chosen = useSignal<number | undefined>(undefined);
  const match = sheets.value[matchId];
  const own = me(matchId);
  const { said: refused } = useFetched(() => Promise.all([load(matchId), loadMembers(matchId)]), [matchId]);
  // Whom the invite gave a seat is not asked again.
  const isSeated = own?.seat !== undefined && own.seat !== null;
  useEffect(() => {
    if (isSeated) leaveFor('m', matchId);
  }, [isSeated]);

  async function take(seat: number): Promise<void> {
    try {
      await sit(matchId, seat);
      leaveFor('m', matchId);
    } catch (error) {
      refused.value = words(error);
    }
  }

  function press(seat: number): void {
    const isTaken = match?.players[seat]?.isClaimed;
    refused.value = isTaken && match ? say('seat_has_phone', { name: nameOf(match, seat) }) : '';
    if (!isTaken) chosen.value = seat;
  }

  const seat = chosen.value;
  return (
    <Screen
      title={match?.sides.map(({ name }) => name).join(` ${say('versus')} `) ?? say('table')}
      note={match?.ruleset.name}
      back={address()}
      corner={<span class="live">{say('hand_number', { hand: match?.nextHand ?? 1 })}</span>}
      foot={
        <footer class="foot">
          {refused.value && <p role="alert">{refused.value}</p>}
          <button class="main" disabled={seat === undefined} onClick={() => seat !== undefined && void take(seat)}>
            {seat !== undefined && match ? say('join_as', { name: nameOf(match, seat) }) : say('which_one')}
          </button>
          <button class="plain" onClick={() => leaveFor('m', matchId)}>
            {say('just_watch')}
          </button>
        </footer>
      }
    >
      {match ? (
        <>
          <h2 class="which">{say('which_one')}</h2>
          <Sitting match={match} chosen={seat} mine={null} isChoice onPress={press} />
          <p class="note mid">
            {say(own?.role === 'viewer' ? 'you_look_on' : own?.role === 'owner' ? 'yours' : 'asked_to_say_yes')}
          </p>
        </>
      ) : (
        <p role="status">{refused.value || say('moment')}</p>
      )}
    </Screen>
  );
}
