import { readdirSync, readFileSync } from 'node:fs';

import { parse } from '@formatjs/icu-messageformat-parser';
import type { Plugin } from 'vite';

import { naming, reached } from './codes.ts';

// Only what the page names itself: sentences about hands come from the server in words.
const TAKEN =
  /^(word\.(point\.\w+(\.card)?|suit\.[SHDC]|rank\.\w(\.letter)?|bid\.\w+|bid\.\w+\.digits|card|card\.\w+|player|locale|language)|heading\.rulebook\.\w+|heading\.bracket\.\w+|heading\.league\.group|sheet\.bracket\.(winner_of|loser_of|bye))$/;

const OWN = new URL('../src/words/', import.meta.url);
const SHARED = new URL('../../api/pitchkeeper/messages/', import.meta.url);
const SOURCE = new URL('../src/', import.meta.url).pathname;

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

/** Return the part of the English words that a code comes with: what says it first, or with the page if none does. */
function parts(): (code: string) => 'en' | 'keeping' | 'later' {
  const [isFirst, isKeeping] = ['main.tsx', 'screens/Keeping.tsx'].map((file) => naming(reached(`${SOURCE}${file}`)));
  const isLater = naming(
    readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => `${SOURCE}${file}`),
  );
  return (code) => (isFirst!(code) || !isLater(code) ? 'en' : isKeeping!(code) ? 'keeping' : 'later');
}

/**
 * `words:es` is the page's own words and those of the server's catalogue that it shares. English comes in parts: the
 * first screen says those of `words:en`, the table those of `words:keeping`, and other screens those of `words:later`.
 * `words:languages` is the list of languages.
 */
export function words(): Plugin {
  let partOf: ReturnType<typeof parts>;
  return {
    name: 'words',
    buildStart() {
      partOf = parts();
    },
    resolveId: (id) => (id.startsWith('words:') ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith('\0words:')) return undefined;
      const name = id.slice('\0words:'.length);
      if (name === 'languages') {
        const names = languages();
        // English comes with the page itself, because it stands in for what another lacks; the words
        // of later screens come with the first of these.
        const others = ['later', ...Object.keys(names).filter((code) => code !== 'en')];
        const loads = others.map((code) => `${code}: () => import('words:${code}')`);
        return `export const names = ${JSON.stringify(names)};\nexport const load = { ${loads.join(', ')} };`;
      }
      const isPart = ['en', 'keeping', 'later'].includes(name);
      const all: Record<string, ReturnType<typeof parse> | string> = {};
      for (const folder of [SHARED, OWN]) {
        const language = isPart ? 'en' : name;
        this.addWatchFile(new URL(`${language}.json`, folder).pathname);
        for (const [code, pattern] of Object.entries(read(folder, language))) {
          if (isPart && partOf(code) !== name) continue;
          if (folder === OWN || TAKEN.test(code)) all[code] = parsed(pattern);
        }
      }
      return `export default ${JSON.stringify(all)};`;
    },
  };
}
