import { exportLeagueNotation, exportLeaguePdf, getLeaguePicture } from '../../client';
import type { League } from '../../client/types.gen';
import { TakeAway } from '../../parts/TakeAway';
import { answer } from '../../server';
import { SHEETS, file, painted, type Sheet } from '../../sharing';
import { say } from '../../wording';

/** The league to take along. */
export function LeagueTakeAway({ league }: { league: League }) {
  return <TakeAway files={SHEETS.map((sheet) => [say(`sheet.${sheet}`), () => fileOf(league, sheet)])} />;
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
