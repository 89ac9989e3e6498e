import { signal } from '@preact/signals';
import IntlMessageFormat from 'intl-messageformat';
import en from 'words:en';
import { load } from 'words:languages';

import { settings } from './settings';

type Values = Record<string, string | number>;

const patterns = signal<Record<string, Pattern>>(en);
const made = new Map<string, IntlMessageFormat>();

/** Fetches the words of the language that this phone speaks; English is always there. */
export async function learn(): Promise<void> {
  const others = (await load[settings.value.language]?.())?.default;
  made.clear();
  patterns.value = { ...later, ...en, ...others };
}

let later: Record<string, Pattern> = {};

/** Fetches the English words that only screens on demand say. */
export async function learnLater(): Promise<void> {
  later = (await load.later!()).default;
  patterns.value = { ...later, ...patterns.value };
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
