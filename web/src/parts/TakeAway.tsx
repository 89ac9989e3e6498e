import { useSignal } from '@preact/signals';

import { words } from '../server';
import { handOver } from '../sharing';
import { say } from '../wording';

/** What can be taken along: what it is called, and the file once it is wanted. */
export type Files = readonly (readonly [string, () => Promise<File>])[];

export function TakeAway({ title = say('share'), files }: { title?: string; files: Files }) {
  const said = useSignal('');

  async function share(made: Promise<File>): Promise<void> {
    said.value = say('moment');
    try {
      const way = await handOver(await made);
      said.value = way === 'saved' ? say('saved_here') : '';
    } catch (error) {
      said.value = words(error);
    }
  }

  return (
    <section aria-labelledby="share">
      <h2 class="lab" id="share">
        {title}
      </h2>
      <div class="choices">
        {files.map(([name, make]) => (
          <button class="plain" onClick={() => void share(make())}>
            {name}
          </button>
        ))}
      </div>
      <p class="note" role="status">
        {said.value}
      </p>
    </section>
  );
}
