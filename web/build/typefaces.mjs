// Writes the two typefaces with the letters that the page needs into src/styles.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import subsetFont from 'subset-font';

const from = createRequire(import.meta.url);
// Besley is read across the table and used in one weight; Atkinson says everything else.
const FACES = {
  besley: { package: 'besley', weight: 650 },
  atkinson: { package: 'atkinson-hyperlegible-next', weight: { min: 400, max: 700 } },
};
// What English and Spanish are written with, names of people around them, and the signs of a score.
const ASCII = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).join('');
const LETTERS = `${ASCII}ÁÉÍÑÓÚÜáéíñóúüÀÂÄÅÆÇÈÊËÎÏÔÖØÙÛàâäåæçèêëîïôöøùûßŒœ¿¡«»‘’“”…–—−×·½`;

// Whoever passes a typeface on passes its licence on.
const licences = [];
for (const [name, face] of Object.entries(FACES)) {
  licences.push(readFileSync(from.resolve(`@fontsource-variable/${face.package}/LICENSE`), 'utf8'));
  const file = `@fontsource-variable/${face.package}/files/${face.package}-latin-wght-normal.woff2`;
  const subset = await subsetFont(readFileSync(from.resolve(file)), LETTERS, {
    targetFormat: 'woff2',
    variationAxes: { wght: face.weight },
  });
  writeFileSync(new URL(`../src/styles/${name}.woff2`, import.meta.url), subset);
}
writeFileSync(new URL('../public/typefaces.txt', import.meta.url), licences.join('\n\n'));
