import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

import { expect, test } from 'vitest';

const SOURCE = import.meta.dirname;
const FILES = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
/** These choose among screens, by where one is or what was asked. */
const CHOOSERS = [
  'Page.tsx',
  'Keeping.tsx',
  'hand/HandScreen.tsx',
  'league/Door.tsx',
  'league/LeagueScreen.tsx',
  'settle/Settle.tsx',
  'table/RefusedScreen.tsx',
];

const text = (name: string) => readFileSync(join(SOURCE, name), 'utf8');
const isScreen = (name: string) => text(name).includes('<Screen');

function imports(name: string): string[] {
  return [...text(name).matchAll(/from '(\.[^']+)'/g)]
    .map(([, path]) => relative(SOURCE, resolve(SOURCE, dirname(name), path!)))
    .flatMap((path) => FILES.filter((file) => file === `${path}.tsx` || file === `${path}.ts`));
}

test('no screen imports a screen: what two of them have is a part', () => {
  const screens = FILES.filter((name) => isScreen(name) && !CHOOSERS.some((chooser) => name.endsWith(chooser)));
  expect(screens.length).toBeGreaterThan(40);
  const wrong = screens.flatMap((name) =>
    imports(name)
      .filter(isScreen)
      .map((other) => `${name} imports ${other}`),
  );
  expect(wrong).toEqual([]);
});

test('no part and no logic imports a screen', () => {
  const others = FILES.filter((name) => !/^(screens\/|Page\.tsx|main\.tsx)/.test(name));
  const wrong = others.flatMap((name) =>
    imports(name)
      .filter((other) => other.startsWith('screens/'))
      .map((other) => `${name} imports ${other}`),
  );
  expect(wrong).toEqual([]);
});
