import { acceptSignUp, createSignUp, withdrawSignUp } from 'pitchkeeper-client';
import type { League, ListedSignUp } from 'pitchkeeper-client';
import type { Attempt } from '../../fetching';
import { mayRun, meIn } from '../../league/night';
import { answer } from '../../server';
import { say } from '../../wording';
import { NewEntrantForm } from './NewEntrantForm';

interface Props {
  league: League;
  attempt: Attempt;
}

/** Teams that signed up: who runs the league agrees, and a phone without a team enters its own. */
export function SignUps({ league, attempt }: Props) {
  const { leagueId, format } = league;
  const own = meIn(league);
  // A sheet that an earlier version stored on the phone has no sign-ups.
  const signUps = league.signUps ?? [];
  const mine = signUps.find(({ deviceId }) => deviceId === own?.deviceId);
  const path = (signUp: number) => ({ leagueId, signUp });
  return (
    <>
      {signUps.length > 0 && (
        <section class="box" aria-labelledby="sign-ups">
          <h2 class="lab" id="sign-ups">
            {say('sign_up.list')}
          </h2>
          <ul class="lines">
            {signUps.map((signUp) => (
              <li key={signUp.number}>
                <Line signUp={signUp} />
                {(mayRun(league) || signUp === mine) && (
                  <div class="pair">
                    {mayRun(league) && (
                      <button
                        class="plain"
                        disabled={signUp.isWaiting}
                        onClick={() => void attempt(() => answer(acceptSignUp({ path: path(signUp.number) })))}
                      >
                        {say('sign_up.accept')}
                      </button>
                    )}
                    <button
                      class="plain"
                      onClick={() => void attempt(() => answer(withdrawSignUp({ path: path(signUp.number) })))}
                    >
                      {say(signUp === mine ? 'sign_up.withdraw' : 'sign_up.decline')}
                    </button>
                  </div>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      {own && !own.playsAs && !mine && !mayRun(league) && (
        <details class="box">
          <summary>{say('sign_up.new')}</summary>
          <NewEntrantForm
            isTeams={format.pairing !== 'changing_partners' && format.pairing !== 'progressive'}
            players={format.players ?? 2}
            add={({ name, players }) =>
              void attempt(() => answer(createSignUp({ path: { leagueId }, body: { name, players, player: 0 } })))
            }
          />
        </details>
      )}
    </>
  );
}

function Line({ signUp: { name, players, isWaiting } }: { signUp: ListedSignUp }) {
  const more = [...(players.length > 1 ? players : []), ...(isWaiting ? [say('sign_up.waits')] : [])];
  return (
    <p class="row">
      <span class="grow">
        <b class="cut">{name}</b>
        {more.length > 0 && <small>{more.join(', ')}</small>}
      </span>
    </p>
  );
}
