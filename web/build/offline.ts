import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';

import type { Plugin } from 'vite';

const WORKER = 'worker.js';
const hash = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex').slice(0, 16);

/** Tells the worker every file that was built, so that the phone has all or none of a version. */
export function offline(): Plugin {
  let beside = '';
  return {
    name: 'offline',
    apply: 'build',
    configResolved(config) {
      beside = config.publicDir;
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const built = Object.values(bundle)
          .filter(({ fileName }) => fileName !== WORKER)
          .map((one) => [one.fileName, one.type === 'chunk' ? one.code : one.source] as const);
        const copied = readdirSync(beside).map((name) => [name, readFileSync(`${beside}/${name}`)] as const);
        const files = [...built, ...copied]
          // Nobody reads licences in a cellar, or puts the page on the home screen there.
          .filter(([name]) => !/\.(md|txt)$|^(apple|icon)-.*\.png$/.test(name))
          // The name of an asset has its content in it; the others are told apart by a revision.
          .map(([name, content]) => ({
            url: `/${name}`,
            revision: name.startsWith('assets/') ? null : hash(content),
          }))
          .sort((one, other) => (one.url < other.url ? -1 : 1));
        const worker = bundle[WORKER];
        if (worker?.type !== 'chunk') throw new Error('There is no worker.');
        worker.code = worker.code.replace('BUILT_FILES', JSON.stringify(files));
      },
    },
  };
}
