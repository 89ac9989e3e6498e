import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

// What is imported as types alone is gone once the page is built.
const IMPORT = /^(?:import|export) (?!type )(?:[^;']*? from )?'(\.[^']+)'/gm;
// Apart, because a text with places may have another text in one of them.
const TEXTS = [/'([^'\n]*)'/g, /"([^"\n]*)"/g, /`([^`\n]*)`/g];
const BEGINNING = /`([a-z][a-z_.]*)\$\{/g;

/** Return a module of the page and all that it imports at once, as files. */
export function reached(from: string, files = new Set<string>()): Set<string> {
  if (files.has(from)) return files;
  files.add(from);
  for (const [, name] of readFileSync(from, 'utf8').matchAll(IMPORT)) {
    const base = resolve(dirname(from), name!);
    const file = [`${base}.ts`, `${base}.tsx`].find(existsSync);
    if (file) reached(file, files);
  }
  return files;
}

/** Return whether files name the code of a word, whole or by what it begins with, as in `tab.${name}`. */
export function naming(files: Iterable<string>): (code: string) => boolean {
  const source = [...files].map((file) => readFileSync(file, 'utf8')).join('\n');
  const whole = new Set(TEXTS.flatMap((text) => [...source.matchAll(text)].map((match) => match[1])));
  const beginnings = [...source.matchAll(BEGINNING)].map((match) => match[1]!);
  return (code) => whole.has(code) || beginnings.some((beginning) => code.startsWith(beginning));
}
