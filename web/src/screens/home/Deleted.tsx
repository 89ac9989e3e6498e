import { useAttempt } from '../../fetching';

import { bringLeagueBack, deletedLeagues } from '../../leagues';
import { bringBack, deleted } from '../../matches';
import { say } from '../../wording';

interface Gone {
  id: string;
  name: string;
  back: (id: string) => Promise<void>;
}

/** What was deleted is a tap away as long as it can come back. */
export function Deleted() {
  const { said: refused, attempt } = useAttempt();
  const gone: Gone[] = [
    ...deleted.value.map(({ matchId, sides }) => ({
      id: matchId,
      name: sides.join(` ${say('versus')} `),
      back: bringBack,
    })),
    ...deletedLeagues.value.map(({ leagueId, name }) => ({ id: leagueId, name, back: bringLeagueBack })),
  ];
  if (gone.length === 0) return null;
  return (
    <details>
      <summary>{say('deleted')}</summary>
      {refused.value && <p role="alert">{refused.value}</p>}
      <ul class="lines">
        {gone.map(({ id, name, back }) => (
          <li class="row" key={id}>
            <span class="grow cut">{name}</span>
            <button class="plain" onClick={() => void attempt(() => back(id))}>
              {say('bring_back')}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
