const LINK = /\/join\/([0-9a-z]{4}-?[0-9a-z]{4})(?![0-9a-z])/i;
const CODE = /^\s*([0-9a-z]{4})[- ]?([0-9a-z]{4})\s*$/i;

/** Return the code in what another app shared with this one: in a link somewhere, or all that there is. */
export function codeShared(search: string): string | undefined {
  const told = [...new URLSearchParams(search).values()];
  const link = told.map((text) => LINK.exec(text)?.[1]).find(Boolean);
  const alone = told.map((text) => CODE.exec(text)?.slice(1).join('')).find(Boolean);
  return (link ?? alone)?.replace('-', '').toUpperCase();
}
