import { readdirSync, readFileSync } from 'node:fs';

import { parse } from '@formatjs/icu-messageformat-parser';
import type { Plugin } from 'vite';

// Only what the page names itself: sentences about hands come from the server in words.
const TAKEN =
  /^(word\.(point\.\w+(\.card)?|suit\.[SHDC]|rank\.\w(\.letter)?|bid\.\w+|bid\.\w+\.digits|card|card\.\w+|player|locale|language)|heading\.rulebook\.\w+|heading\.bracket\.\w+|heading\.league\.group|sheet\.bracket\.(winner_of|loser_of|bye))$/;

// What no screen of the first load says.
const LATER =
  /^word\.point\.\w+\.card$|^(league(_\w+)?|season|paper|poster|sign_up|door|tv|mine|action|happened|circumstance|argue|look_up|sheet|message|penalty|install|game|earlier|pasted|house|policy|difference|fact|theme|scale)\./;
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

/** A pattern as the phone formats it: a phone that need not parse loads a tenth less. */
const parsed = (pattern: string) => (pattern.includes('{') ? parse(pattern, { ignoreTag: true }) : pattern);

/**
 * `words:es` is the page's own words and those of the server's catalogue that it shares; `words:en` is without those
 * of `words:later`; `words:languages` is the list of languages.
 */
export function words(): Plugin {
  return {
    name: 'words',
    resolveId: (id) => (id.startsWith('words:') ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith('\0words:')) return undefined;
      const language = id.slice('\0words:'.length);
      if (language === 'languages') {
        const names = languages();
        // English comes with the page itself, because it stands in for what another lacks; the words
        // of later screens come with the first of these.
        const others = ['later', ...Object.keys(names).filter((code) => code !== 'en')];
        const loads = others.map((code) => `${code}: () => import('words:${code}')`);
        return `export const names = ${JSON.stringify(names)};\nexport const load = { ${loads.join(', ')} };`;
      }
      const isLater = language === 'later';
      const code = isLater ? 'en' : language;
      const all: Record<string, ReturnType<typeof parse> | string> = {};
      for (const folder of [SHARED, OWN]) {
        this.addWatchFile(new URL(`${code}.json`, folder).pathname);
        for (const [name, pattern] of Object.entries(read(folder, code))) {
          if (code === 'en' && LATER.test(name) !== isLater) continue;
          if (folder === OWN || TAKEN.test(name)) all[name] = parsed(pattern);
        }
      }
      return `export default ${JSON.stringify(all)};`;
    },
  };
}
