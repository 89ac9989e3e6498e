import { useSignal } from '@preact/signals';

import { getHandProof } from 'pitchkeeper-client';
import { clashes, unzipped } from '../proofs';
import { answer, words } from '../server';
import { file, handOver } from '../sharing';
import { say } from '../wording';

/** Why a hand cannot be: the entries and the rules that clash, and a proof to take away. */
export function Proof({ matchId, number }: { matchId: string; number: number }) {
  const archive = useSignal<Blob | undefined>(undefined);
  const legend = useSignal('');
  const failed = useSignal('');

  async function show(): Promise<void> {
    if (archive.value) return;
    failed.value = '';
    try {
      const taken = (await answer(getHandProof({ path: { matchId, number }, parseAs: 'blob' }))) as Blob;
      legend.value = await unzipped(taken, 'legend.txt');
      archive.value = taken;
    } catch (error) {
      failed.value = words(error);
    }
  }

  async function save(taken: Blob): Promise<void> {
    await handOver(file(taken, `pitch-proof-${number}.zip`, 'application/zip'));
  }

  return (
    <details class="box proof" onToggle={({ currentTarget }) => void (currentTarget.open && show())}>
      <summary>{say('proof.show')}</summary>
      {failed.value && <p role="alert">{failed.value}</p>}
      {!archive.value && !failed.value && <p role="status">{say('moment')}</p>}
      {clashes(legend.value).map(({ heading, lines }) => (
        <div>
          <p class="lab">{heading}</p>
          {lines.map((line) => (
            <p>{line}</p>
          ))}
        </div>
      ))}
      {archive.value && (
        <div>
          <p>{say('proof.note')}</p>
          <button class="plain" onClick={() => archive.value && void save(archive.value)}>
            {say('proof.save')}
          </button>
        </div>
      )}
    </details>
  );
}
