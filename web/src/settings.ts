import { effect, signal } from '@preact/signals';
import { names } from 'words:languages';

import type { Policy } from 'pitchkeeper-client';

/** Paper by day, Lamp by night; what the phone has where neither is chosen. */
export type Theme = 'paper' | 'lamp' | '';

interface Settings {
  theme: Theme;
  scale: number;
  language: string;
  /** The last table that was opened here: by which rules, for how many, who agrees to a hand. */
  ruleset: string;
  players: number;
  policy: Policy;
  /** What this phone's player is called at the tables that are opened here. */
  name: string;
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff]/;
const KEY = 'settings';
const USUAL: Settings = {
  theme: '',
  scale: 1,
  language: spoken(),
  ruleset: 'mb-lounge',
  players: 4,
  policy: 'one',
  name: '',
};

/** How this phone shows the page. Read before anything is drawn, so it is not in the database. */
export const settings = signal<Settings>({ ...USUAL, ...kept() });

function kept(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}');
  } catch {
    return {};
  }
}

function spoken(): string {
  const codes = navigator.languages.map((tag) => tag.split('-')[0] ?? '');
  return codes.find((code) => code in names) ?? 'en';
}

effect(() => {
  const { theme, scale, language } = settings.value;
  const root = document.documentElement;
  if (theme) root.dataset.theme = theme;
  else delete root.dataset.theme;
  root.style.setProperty('--scale', String(scale));
  root.lang = language;
  // A language is written the way its own name is.
  root.dir = RIGHT_TO_LEFT.test(names[language] ?? '') ? 'rtl' : 'ltr';
  localStorage.setItem(KEY, JSON.stringify(settings.value));
});
