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
import { answer } from '../../server';
import { file } from '../../sharing';
import { say } from '../../wording';

// What is taken away: to print, to read anywhere, to look at.
const SHEETS = ['pdf', 'text', 'picture'] as const;
const ABOUT: readonly About[] = ['sign_up', 'tonight', 'results', 'standings'];

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
      <TakeAway
        title={say('message.send')}
        files={ABOUT.map((about) => [
          say(`message.${about}`),
          () => answer(getLeagueMessage({ path, query: { about } })),
        ])}
      />
    </>
  );
}

async function posted({ leagueId, name }: League): Promise<File> {
  const query = { size: 'square' } as const;
  const drawn = await answer(getStandingsPng({ path: { leagueId }, query, parseAs: 'blob' }));
  return file(drawn, `${name}.png`, 'image/png');
}

async function fileOf({ leagueId, name }: League, sheet: (typeof SHEETS)[number]): Promise<File> {
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

const SHARPNESS = 3;

/** A drawing as points: what people send pictures with takes no drawings. */
async function painted(drawn: Blob): Promise<Blob> {
  const source = URL.createObjectURL(new Blob([drawn], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth * SHARPNESS;
    canvas.height = image.naturalHeight * SHARPNESS;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((done, failed) => {
      canvas.toBlob((made) => (made ? done(made) : failed(new Error('Nothing was painted.'))), 'image/png');
    });
  } finally {
    URL.revokeObjectURL(source);
  }
}
