import { useSignal } from '@preact/signals';

import { recordResult } from 'pitchkeeper-client';
import type { League, LeagueFixture, Night } from 'pitchkeeper-client';
import { isOpen } from '../../league/night';
import { loadLeague } from '../../leagues';
import { Sure } from '../../parts/Sure';
import { answer, words } from '../../server';
import { say } from '../../wording';

/** Closing time: what of a night is not finished is counted as far as it got. */
export function Closing({ league, night }: { league: League; night: Night }) {
  const said = useSignal('');
  const open = night.fixtures.filter((fixture) => isOpen(fixture) && fixture.judgement.status === 'open');
  const hasBegun = night.fixtures.some(({ reported }) => reported !== null);
  if (!hasBegun || open.length === 0) return null;

  async function close(): Promise<void> {
    said.value = '';
    try {
      for (const fixture of open) await closed(league, fixture);
    } catch (error) {
      said.value = words(error);
    }
    await loadLeague(league.leagueId).catch(() => undefined);
  }

  return (
    <>
      {said.value && <p role="alert">{said.value}</p>}
      <Sure
        isMild
        label={say('league.closing_time')}
        question={say('league.closing_sure', { count: open.length })}
        onSure={() => void close()}
      />
    </>
  );
}

async function closed(league: League, { number, reported }: LeagueFixture): Promise<void> {
  await answer(
    recordResult({
      path: { leagueId: league.leagueId, fixture: number },
      body: { ...reported?.report, isClosed: true },
      headers: reported ? { 'If-Match': `"${league.version}"` } : {},
    }),
  );
}
