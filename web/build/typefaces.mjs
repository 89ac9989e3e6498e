// Writes the typefaces with the letters that the page needs into src/styles, and what documents
// are set in beside the code that makes them.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

import subsetFont from 'subset-font';

const from = createRequire(import.meta.url);
const STYLES = new URL('../src/styles/', import.meta.url);
const PAPER = process.env.PAPER_BUILT
  ? pathToFileURL(`${process.env.PAPER_BUILT}/`)
  : new URL('../../api/pitchkeeper/documents/typefaces/', import.meta.url);
// The digits of equal width and height that scores are set in. Kerning is 2 kB of the text face.
const DIGITS = ['lnum', 'pnum', 'tnum'];
// Besley is read across the table and used in one weight; Atkinson says everything else.
const FACES = {
  besley: { package: 'besley', weight: 650, features: ['kern', ...DIGITS] },
  atkinson: { package: 'atkinson-hyperlegible-next', weight: { min: 400, max: 700 }, features: DIGITS },
};
// Paper takes no typeface of many weights, and has names from further away.
const ON_PAPER = {
  'besley-600': 'besley/600SemiBold/Besley_600SemiBold',
  'atkinson-400': 'atkinson-hyperlegible-next/400Regular/AtkinsonHyperlegibleNext_400Regular',
  'atkinson-700': 'atkinson-hyperlegible-next/700Bold/AtkinsonHyperlegibleNext_700Bold',
};
const range = (first, last) =>
  Array.from({ length: last - first + 1 }, (_, at) => String.fromCharCode(first + at)).join('');
// What English is written with and the signs of a score; Spanish and the names of people around them
// are in files of their own, which a phone fetches when it first shows such a letter.
const ENGLISH = `${range(0x20, 0x7e)}‘’“”…–—−×·½`;
const ACCENTED = 'ÁÉÍÑÓÚÜáéíñóúüÀÂÄÅÆÇÈÊËÎÏÔÖØÙÛàâäåæçèêëîïôöøùûßŒœ¿¡«»';
const LETTERS = ENGLISH + ACCENTED;
const LATIN = `${LETTERS}${range(0xa0, 0x17f)}${range(0x218, 0x21b)}${range(0x1e80, 0x1ef9)}•†‡‹›€→♠♥♦♣`;

mkdirSync(PAPER, { recursive: true });
// Whoever passes a typeface on passes its licence on.
const licences = [];
for (const [name, face] of Object.entries(FACES)) {
  licences.push(readFileSync(from.resolve(`@fontsource-variable/${face.package}/LICENSE`), 'utf8'));
  const file = `@fontsource-variable/${face.package}/files/${face.package}-latin-wght-normal.woff2`;
  const subset = (letters, options) =>
    subsetFont(readFileSync(from.resolve(file)), letters, {
      targetFormat: 'woff2',
      variationAxes: { wght: face.weight },
      ...options,
    });
  writeFileSync(new URL(`${name}.woff2`, STYLES), await subset(ENGLISH, { keepFeatures: face.features }));
  writeFileSync(new URL(`${name}-accented.woff2`, STYLES), await subset(ACCENTED, { keepFeatures: face.features }));
  writeFileSync(new URL(`${name}.woff2`, PAPER), await subset(LETTERS));
}
// Atkinson has no zero without a stroke, and 1Ø reads as no ten; Figtree's is as wide as its digits.
const zero = readFileSync(from.resolve('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2'));
const plainZero = await subsetFont(zero, '0', {
  targetFormat: 'woff2',
  variationAxes: { wght: FACES.atkinson.weight },
  keepFeatures: DIGITS,
});
for (const folder of [STYLES, PAPER]) writeFileSync(new URL('zero.woff2', folder), plainZero);
licences.push(readFileSync(from.resolve('@fontsource-variable/figtree/LICENSE'), 'utf8'));
for (const [name, file] of Object.entries(ON_PAPER)) {
  const whole = readFileSync(from.resolve(`@expo-google-fonts/${file}.ttf`));
  writeFileSync(new URL(`${name}.ttf`, PAPER), await subsetFont(whole, LATIN, { targetFormat: 'sfnt' }));
}
for (const folder of [new URL('../public/', import.meta.url), PAPER])
  writeFileSync(new URL('typefaces.txt', folder), licences.join('\n\n'));
