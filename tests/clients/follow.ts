// Follows a match with the package and prints each event as the sheet is after it, but fails once,
// at the first change: ADDRESS TOKEN MATCH_ID.
import { connect, follow, withLines, type Match } from 'pitchkeeper-client';

declare const process: { argv: string[] };

const [, , baseUrl = '', token = '', matchId = ''] = process.argv;
let shown: Match | undefined;
let hasFailed = false;
void follow(
  matchId,
  ({ change, sheet, lines }) => {
    if (change && !hasFailed) {
      hasFailed = true;
      throw new Error('The change is to come again.');
    }
    if (sheet || lines) shown = sheet ?? withLines(shown, lines!);
    console.log(JSON.stringify([change?.version ?? null, shown ?? null]));
  },
  { client: connect({ baseUrl, token }) },
);
