// Follows a match with the package and prints its sheet after every change: ADDRESS TOKEN MATCH_ID.
import { connect, follow, withLines, type Match } from 'pitchkeeper-client';

declare const process: { argv: string[] };

const [, , baseUrl = '', token = '', matchId = ''] = process.argv;
let sheet: Match | undefined;
void follow(
  matchId,
  (event) => {
    if (!event.sheet && !event.lines) return;
    sheet = event.sheet ?? withLines(sheet, event.lines!);
    console.log(JSON.stringify(sheet));
  },
  { client: connect({ baseUrl, token }) },
);
