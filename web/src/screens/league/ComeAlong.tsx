import { confirmMembership, removeLeagueMember } from 'pitchkeeper-client';
import type { League } from 'pitchkeeper-client';
import { useAttempt } from '../../fetching';
import { meIn } from '../../league/night';
import { playerName } from '../../league/people';
import { forgetLeague, loadLeague } from '../../leagues';
import { leaveFor } from '../../places';
import { answer } from '../../server';
import { say } from '../../wording';

/** Asks a phone of the season before, once, whether it comes along. */
export function ComeAlong({ league }: { league: League }) {
  const { said, attempt } = useAttempt();
  const { leagueId } = league;
  const own = meIn(league);
  // A sheet that an earlier version stored on the phone has no offers.
  if (!own?.offer) return null;
  const { deviceId, offer } = own;
  const name = offer.playsAs ? playerName(league, offer.playsAs) : '';

  async function agree(): Promise<void> {
    await answer(confirmMembership({ path: { leagueId } }));
    await loadLeague(leagueId).catch(() => undefined);
  }

  async function leave(): Promise<void> {
    await answer(removeLeagueMember({ path: { leagueId, deviceId } }));
    leaveFor();
    await forgetLeague(leagueId);
  }

  return (
    <section class="ask" aria-labelledby="along">
      <h2 id="along">{say('season.come_along', { league: league.name })}</h2>
      {name && <p>{say('season.as', { name })}</p>}
      {said.value && <p role="alert">{said.value}</p>}
      <div class="pair">
        <button class="plain" onClick={() => void attempt(agree)}>
          {say('season.yes')}
        </button>
        <button class="plain" onClick={() => void attempt(leave)}>
          {say('season.no')}
        </button>
      </div>
    </section>
  );
}
