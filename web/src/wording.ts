import { signal } from '@preact/signals';
import IntlMessageFormat from 'intl-messageformat';
import en from 'words:en';
import { load } from 'words:languages';

import { settings } from './settings';

type Values = Record<string, string | number>;

/** The English words that came with what the page has loaded, and those of the language that this phone speaks. */
let english: Record<string, Pattern> = en;
let own: Record<string, Pattern> = {};
const patterns = signal(english);
const made = new Map<string, IntlMessageFormat>();

/** Fetches the words of the language that this phone speaks; English is always there. */
export async function learn(): Promise<void> {
  own = (await load[settings.value.language]?.())?.default ?? {};
  made.clear();
  patterns.value = { ...english, ...own };
}

/** Add the English words that a part of the page brings. */
export function teach(words: Record<string, Pattern>): void {
  english = { ...english, ...words };
  patterns.value = { ...english, ...own };
}

let hasLater = false;

/** Fetches the English words that only screens on demand say. */
export async function learnLater(): Promise<void> {
  const { default: words } = await load.later!();
  if (!hasLater) teach(words);
  hasLater = true;
}

/** A sentence of the page in the phone's language. */
export function say(code: string, values?: Values): string {
  const pattern = patterns.value[code] ?? code;
  if (typeof pattern === 'string') return pattern;
  let message = made.get(code);
  if (!message) {
    message = new IntlMessageFormat(pattern, settings.value.language, undefined, {
      ignoreTag: true,
    });
    made.set(code, message);
  }
  return String(message.format(values));
}

/** A time of day as this phone's language writes it. */
export const clock = (at: Date) =>
  at.toLocaleTimeString(settings.value.language, { hour: 'numeric', minute: '2-digit' });

export function has(code: string): boolean {
  return code in patterns.value;
}

/** Return a phrase as the first words of a sentence. */
export function atStart(phrase: string): string {
  return phrase.charAt(0).toLocaleUpperCase(settings.value.language) + phrase.slice(1);
}
