import { defineConfig } from 'vite';

import { offline } from './build/offline.ts';
import { words } from './build/words.ts';

const SHARED = /\/(node_modules\/(?!workbox)|src\/(?!main|worker|_words|words\/|screens\/(league|settle|tv)\/))/;

// What is built is committed, so that a server needs no Node to serve it: no name or byte of it may
// depend on when or where it was built.
export default defineConfig({
  plugins: [words(), offline()],
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
        // What is fetched on demand shares one file with the rest, instead of one for each overlap.
        codeSplitting: { groups: [{ name: 'shared', test: SHARED }] },
      },
    },
  },
  server: { proxy: { '/v1': 'http://127.0.0.1:8000' } },
});
