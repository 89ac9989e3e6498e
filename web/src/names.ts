// A list of a spreadsheet or a chat: "1.", "2)", "-", "•".
const BULLET = /^\s*(?:\d+\s*[.)]\s*|[-•*]\s+)/;
const SEPARATOR = /\s*[\t,;/]\s*|\s*[&+]\s*|\s{3,}/;

/** Return the names in a text that was pasted, however they are separated. */
export const namesIn = (text: string): string[] =>
  text
    .split(/\n|\r/)
    .flatMap((line) => withoutBullet(line).split(SEPARATOR))
    .map((name) => name.trim())
    .filter(Boolean);

/** Return a line of a pasted list without what numbers it. */
export const withoutBullet = (line: string): string => line.replace(BULLET, '');
