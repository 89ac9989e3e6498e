import { exportPairingsPdf, exportPosterPdf, exportTableSheetsPdf, exportTallyCardsPdf } from 'pitchkeeper-client';
import type { League, PosterKind } from 'pitchkeeper-client';
import { mayRun } from '../../league/night';
import { TakeAway, type Files } from '../../parts/TakeAway';
import { doorOfLeague, inviteThrough } from '../../phones/doors';
import { linksMadeHere, linksOfLeague } from '../../phones/publicLinks';
import { answer } from '../../server';
import { file } from '../../sharing';
import { say } from '../../wording';

const POSTERS: readonly PosterKind[] = ['sign_up', 'prizes', 'standings'];

/** What is printed for a night, and the posters of its league. */
export function Papers({ league, night }: { league: League; night: number }) {
  const { leagueId } = league;
  const path = { leagueId, night };
  const made = (name: string, pdf: unknown) => file(pdf, `${league.name} ${name}.pdf`, 'application/pdf');
  const files: Files = [
    [
      say('paper.table_sheets'),
      async () => made(say('paper.table_sheets'), await answer(exportTableSheetsPdf({ path, parseAs: 'blob' }))),
    ],
    [
      say('paper.pairings'),
      async () => {
        const board = mayRun(league) ? await secretOf(leagueId) : undefined;
        const query = board ? { board } : {};
        return made(say('paper.pairings'), await answer(exportPairingsPdf({ path, query, parseAs: 'blob' })));
      },
    ],
    [
      say('paper.tally_cards'),
      async () => made(say('paper.tally_cards'), await answer(exportTallyCardsPdf({ path, parseAs: 'blob' }))),
    ],
    ...POSTERS.map(
      (kind) =>
        [
          say(`poster.${kind}`),
          async () => {
            const joins = mayRun(league) && kind === 'sign_up';
            const invite = joins ? await inviteThrough(doorOfLeague(leagueId), 'viewer', onTheWall(league)) : undefined;
            const query = { kind, ...(invite ? { invite: invite.inviteId } : {}) };
            const pdf = await answer(exportPosterPdf({ path: { leagueId }, query, parseAs: 'blob' }));
            return made(say(`poster.${kind}`), pdf);
          },
        ] as const,
    ),
  ];
  return (
    <>
      <TakeAway title={say('paper.print')} files={files} />
      <p class="note">{say('paper.cut_once')}</p>
    </>
  );
}

const SIX_DAYS = 6 * 24 * 60 * 60_000;

/** Until when the code of a poster has to work: for the whole season, and as long as a code may live. */
function onTheWall({ dates }: League): number {
  const last = dates.at(-1);
  return Math.max(Date.now(), last ? Date.parse(`${last}T12:00:00Z`) : 0) + SIX_DAYS;
}

/** The secret of a link for the TV that was made on this phone and still works. */
async function secretOf(leagueId: string): Promise<string | undefined> {
  const made = await linksMadeHere();
  const standing = await linksOfLeague(leagueId).list();
  return standing.map(({ linkId }) => made[linkId]?.secret).find((secret) => secret !== undefined);
}
