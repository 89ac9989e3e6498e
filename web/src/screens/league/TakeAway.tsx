import { useSignal } from '@preact/signals';

import { exportLeagueNotation, exportLeaguePdf, getLeaguePicture } from '../../client';
import type { League } from '../../client/types.gen';
import { answer, words } from '../../server';
import { SHEETS, file, handOver, painted, type Sheet } from '../../sharing';
import { say } from '../../wording';

/** The league to take along: to print, to read anywhere, to look at. */
export function TakeAway({ league }: { league: League }) {
  const said = useSignal('');

  async function share(sheet: Sheet): Promise<void> {
    said.value = say('moment');
    try {
      said.value = (await handOver(await fileOf(league, sheet))) === 'saved' ? say('saved_here') : '';
    } catch (error) {
      said.value = words(error);
    }
  }

  return (
    <section aria-labelledby="share">
      <h2 class="lab" id="share">
        {say('share')}
      </h2>
      <div class="choices">
        {SHEETS.map((sheet) => (
          <button class="plain" onClick={() => void share(sheet)}>
            {say(`sheet.${sheet}`)}
          </button>
        ))}
      </div>
      <p class="note" role="status">
        {said.value}
      </p>
    </section>
  );
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
