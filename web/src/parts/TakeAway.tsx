import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';

import { words } from '../server';
import { handOn, handOver } from '../sharing';
import { say } from '../wording';

/** What can be taken along: what it is called, and the file or the text once it is wanted. */
export type Files = readonly (readonly [string, () => Promise<File | string>])[];

export function TakeAway({ title = say('share'), files }: { title?: string; files: Files }) {
  const id = useId();
  const said = useSignal('');

  async function share(made: Promise<File | string>): Promise<void> {
    said.value = say('moment');
    try {
      const taken = await made;
      const isText = typeof taken === 'string';
      const way = isText ? await handOn({ text: taken }) : await handOver(taken);
      said.value = { saved: say('saved_here'), copied: say('message.copied'), shown: String(taken), shared: '' }[way];
    } catch (error) {
      said.value = words(error);
    }
  }

  return (
    <section aria-labelledby={id}>
      <h2 class="lab" id={id}>
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
