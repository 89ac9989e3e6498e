import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vitest/config';

import { offline } from './build/offline.ts';
import { firstLoad } from './build/firstLoad.ts';
import { words } from './build/words.ts';

const CLIENT = new URL('../clients/typescript/src/index.ts', import.meta.url);

// What is built is committed, so that a server needs no Node to serve it: no name or byte of it may
// depend on when or where it was built.
export default defineConfig({
  test: { include: ['src/**/*.test.ts', '../clients/typescript/src/*.test.ts'] },
  plugins: [words(), offline()],
  resolve: {
    alias: [
      { find: 'pitchkeeper-client', replacement: fileURLToPath(CLIENT) },
      // `build/words.ts` parses the patterns, so the phone loads no parser.
      { find: /^(@formatjs\/icu-messageformat-parser)$/, replacement: '$1/no-parser.js' },
    ],
    // The client beside the page has no packages of its own.
    dedupe: ['uuid'],
  },
  build: {
    outDir: process.env.PAGE_BUILT ?? 'built',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    // The licences of what is bundled go with it.
    license: { fileName: 'licences.md' },
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: 'index.html', worker: 'src/worker.ts' },
      // Browsers look for a new version of the worker at the address that it always had.
      output: {
        entryFileNames: ({ name }) => (name === 'worker' ? 'worker.js' : 'assets/[name]-[hash].js'),
        // Two files of what the first screens need, and one of what several later ones share.
        codeSplitting: {
          groups: [...firstLoad(), { name: 'later', test: /\/src\//, minShareCount: 2 }],
        },
      },
    },
  },
  server: { proxy: { '/v1': 'http://127.0.0.1:8000' } },
});
