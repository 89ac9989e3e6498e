import { useSignal } from '@preact/signals';

import {
  exportLeagueNotation,
  exportLeaguePdf,
  getLeagueCalendar,
  getLeagueMessage,
  getLeaguePicture,
  getStandingsPng,
} from 'pitchkeeper-client';
import type { About, League } from 'pitchkeeper-client';
import { TakeAway } from '../../parts/TakeAway';
import { answer, words } from '../../server';
import { SHEETS, file, handOn, painted, type Sheet } from '../../sharing';
import { say } from '../../wording';

/** The league to take along. */
export function LeagueTakeAway({ league }: { league: League }) {
  const { leagueId, name, dates } = league;
  const path = { leagueId };
  return (
    <>
      <TakeAway
        files={[
          ...SHEETS.map((sheet) => [say(`sheet.${sheet}`), () => fileOf(league, sheet)] as const),
          [say('sheet.to_post'), () => posted(league)],
          ...(dates.length > 0
            ? [
                [
                  say('sheet.calendar'),
                  async () => {
                    const calendar = await answer(getLeagueCalendar({ path, parseAs: 'blob' }));
                    return file(calendar, `${name}.ics`, 'text/calendar');
                  },
                ] as const,
              ]
            : []),
        ]}
      />
      <Messages leagueId={leagueId} />
    </>
  );
}

const ABOUT: readonly About[] = ['sign_up', 'tonight', 'results', 'standings'];

/** Texts to paste into the chat of a league. */
function Messages({ leagueId }: { leagueId: string }) {
  const said = useSignal('');

  async function send(about: About): Promise<void> {
    try {
      const text = await answer(getLeagueMessage({ path: { leagueId }, query: { about } }));
      const how = await handOn({ title: 'Pitchkeeper', text });
      said.value = how === 'copied' ? say('message.copied') : how === 'shown' ? text : '';
    } catch (error) {
      said.value = words(error);
    }
  }

  return (
    <section aria-labelledby="messages">
      <h2 class="lab" id="messages">
        {say('message.send')}
      </h2>
      <div class="choices">
        {ABOUT.map((about) => (
          <button key={about} class="plain" onClick={() => void send(about)}>
            {say(`message.${about}`)}
          </button>
        ))}
      </div>
      <p class="note" role="status">
        {said.value}
      </p>
    </section>
  );
}

async function posted({ leagueId, name }: League): Promise<File> {
  const query = { size: 'square' } as const;
  const drawn = await answer(getStandingsPng({ path: { leagueId }, query, parseAs: 'blob' }));
  return file(drawn, `${name}.png`, 'image/png');
}

async function fileOf({ leagueId, name }: League, sheet: Sheet): Promise<File> {
  const path = { leagueId };
  if (sheet === 'pdf') {
    const pdf = await answer(exportLeaguePdf({ path, parseAs: 'blob' }));
    return file(pdf, `${name}.pdf`, 'application/pdf');
  }
  if (sheet === 'text') {
    const text = await answer(exportLeagueNotation({ path, parseAs: 'blob' }));
    return file(text, `${name}.txt`, 'text/plain');
  }
  const drawn = await answer(getLeaguePicture({ path, query: { theme: 'light' }, parseAs: 'blob' }));
  return new File([await painted(drawn as Blob)], `${name}.png`, { type: 'image/png' });
}
