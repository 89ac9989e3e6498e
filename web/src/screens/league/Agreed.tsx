import { useSignal } from '@preact/signals';

import { changeCharter, getLeagueRules } from 'pitchkeeper-client';
import type { Charter, Clause, Format, League } from 'pitchkeeper-client';
import { useFetched } from '../../fetching';
import { mayRun } from '../../league/night';
import { loadLeague } from '../../leagues';
import { Screen } from '../../parts/Screen';
import { address } from '../../places';
import { Refused, answer, words } from '../../server';
import { say } from '../../wording';
import { Deciding } from './Deciding';
import { Fee } from './Fee';
import { Where } from './Where';

/** What was agreed: everybody reads it, and who runs the league changes it. */
export function Agreed({ league }: { league: League }) {
  const { leagueId, name, version } = league;
  const wanted = useSignal<Partial<Charter> | undefined>(undefined);
  const owns = mayRun(league);
  const charter = { ...charterOf(league), ...wanted.value };
  const { format } = charter;

  const agree = (changed: Partial<Charter>) => (wanted.value = { ...wanted.value, ...changed });
  const change = (changed: Partial<Format>) => agree({ format: { ...format, ...changed } });

  async function attempt(what: () => Promise<unknown>): Promise<void> {
    said.value = '';
    try {
      await what();
    } catch (error) {
      said.value = words(error);
      // Another phone was faster: the next try is one on what it left.
      if (error instanceof Refused) await loadLeague(leagueId).catch(() => undefined);
    }
  }

  const { found, said } = useFetched(() => answer(getLeagueRules({ path: { leagueId } })), [leagueId, version], {
    stays: true,
  });
  const clauses = found.value?.clauses ?? [];

  async function save(): Promise<void> {
    const headers = { 'If-Match': `"${version}"` };
    await answer(changeCharter({ path: { leagueId }, body: charter, headers }));
    wanted.value = undefined;
    await loadLeague(leagueId).catch(() => undefined);
  }

  return (
    <Screen
      class="league columns"
      title={say('league.agreed')}
      note={name}
      back={address('league', leagueId, 'standings')}
      foot={
        owns && (
          <footer class="foot">
            {said.value && <p role="alert">{said.value}</p>}
            {wanted.value && <p class="note">{say('league.counted_again')}</p>}
            <button class="main" disabled={!wanted.value} onClick={() => void attempt(save)}>
              {say('save')}
            </button>
          </footer>
        )
      }
    >
      {!owns && said.value && <p role="alert">{said.value}</p>}
      {owns && (
        <details class="box">
          <summary>{say('league.deciding')}</summary>
          <Deciding format={format} change={change} />
          <Fee format={format} change={change} />
        </details>
      )}
      {owns && <Where charter={charter} change={agree} />}
      <Rules clauses={clauses} />
    </Screen>
  );
}

/** What the charter of a league says now, so that a change of a part leaves the rest. */
function charterOf({ name, format, seed, dates, bar, place, timeZone, startsAt, minutes }: League): Charter {
  return { name, format, seed, dates, bar, place, timeZone, startsAt, minutes };
}

function Rules({ clauses }: { clauses: Clause[] }) {
  return (
    <section aria-labelledby="rules">
      <h2 id="rules">{say('league.the_rules')}</h2>
      <ul class="lines clauses">
        {clauses.map(({ id, sentences, basis }) => (
          <li key={id}>
            {sentences.map(({ text }) => text).join(' ')}
            {basis !== 'text' && <small class="note">{say(`basis.${basis}`)}</small>}
          </li>
        ))}
      </ul>
    </section>
  );
}
