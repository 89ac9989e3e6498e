import { readdirSync, readFileSync } from 'node:fs';

import type { Plugin } from 'vite';

// Only what the page names itself: sentences about hands come from the server in words.
const TAKEN =
  /^(word\.(point\.\w+|suit\.[SHDC]|rank\.\w(\.letter)?|bid\.\w+|bid\.\w+\.digits|card|card\.\w+|player|locale|language)|heading\.rulebook\.\w+)$/;

const OWN = new URL('../src/words/', import.meta.url);
const SHARED = new URL('../../api/pitchkeeper/messages/', import.meta.url);

/** The codes of the languages that have words, and what each calls itself. */
function languages(): Record<string, string> {
  const codes = readdirSync(OWN).map((file) => file.replace('.json', ''));
  return Object.fromEntries(codes.sort().map((code) => [code, read(SHARED, code)['word.language'] ?? code]));
}

function read(folder: URL, language: string): Record<string, string> {
  return JSON.parse(readFileSync(new URL(`${language}.json`, folder), 'utf8'));
}

/** `words:es` is the page's own words and those of the server's catalogue that it shares; `words:languages` is the list of languages. */
export function words(): Plugin {
  return {
    name: 'words',
    resolveId: (id) => (id.startsWith('words:') ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith('\0words:')) return undefined;
      const language = id.slice('\0words:'.length);
      if (language === 'languages') {
        const names = languages();
        // English comes with the page itself, because it stands in for what another lacks.
        const others = Object.keys(names).filter((code) => code !== 'en');
        const loads = others.map((code) => `${code}: () => import('words:${code}')`);
        return `export const names = ${JSON.stringify(names)};\nexport const load = { ${loads.join(', ')} };`;
      }
      const all: Record<string, string> = {};
      for (const folder of [SHARED, OWN]) {
        this.addWatchFile(new URL(`${language}.json`, folder).pathname);
        for (const [code, pattern] of Object.entries(read(folder, language))) {
          if (folder === OWN || TAKEN.test(code)) all[code] = pattern;
        }
      }
      return `export default ${JSON.stringify(all)};`;
    },
  };
}
