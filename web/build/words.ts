import { readFileSync } from 'node:fs';

import type { Plugin } from 'vite';

// Only what the page names itself: sentences about hands come from the server in words.
const TAKEN =
  /^(word\.(point\.\w+|suit\.[SHDC]|rank\.\w(\.letter)?|bid\.\w+|bid\.\w+\.digits|card|card\.\w+|player|locale|language)|heading\.rulebook\.\w+)$/;

/** `words:es` is the page's own words and those of the server's catalogue that it shares. */
export function words(): Plugin {
  return {
    name: 'words',
    resolveId: (id) => (id.startsWith('words:') ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith('\0words:')) return undefined;
      const language = id.slice('\0words:'.length);
      const files = {
        shared: new URL(`../../api/pitchkeeper/messages/${language}.json`, import.meta.url),
        own: new URL(`../src/words/${language}.json`, import.meta.url),
      };
      const all: Record<string, string> = {};
      for (const file of Object.values(files)) {
        this.addWatchFile(file.pathname);
        for (const [code, pattern] of Object.entries(JSON.parse(readFileSync(file, 'utf8')))) {
          if (file === files.own || TAKEN.test(code)) all[code] = String(pattern);
        }
      }
      return `export default ${JSON.stringify(all)};`;
    },
  };
}
