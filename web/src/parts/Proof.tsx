import { useSignal } from '@preact/signals';

import { getHandProof } from 'pitchkeeper-client';
import type { Hand } from 'pitchkeeper-client';
import { clashes, unzipped } from '../proofs';
import { answer, words } from '../server';
import { file, handOver } from '../sharing';
import { say } from '../wording';

/** The proofs of all that rules a hand out, each under what it proves if there are several. */
export function Proofs({ matchId, hand }: { matchId: string; hand: Hand }) {
  const blocking = hand.verdict.findings
    .map(({ kind, message }, finding) => ({ kind, finding, about: message.text }))
    .filter(({ kind }) => kind !== 'suspicious');
  return (
    <>
      {blocking.map(({ finding, about }) => (
        <Proof
          key={`${hand.matchVersion} ${finding}`}
          {...{ matchId, finding }}
          number={hand.number}
          about={blocking.length > 1 ? about : ''}
        />
      ))}
    </>
  );
}

interface Props {
  matchId: string;
  number: number;
  finding: number;
  about: string;
}

/** Why a hand cannot be: the entries and the rules that clash, and a proof to take away. */
function Proof({ matchId, number, finding, about }: Props) {
  const archive = useSignal<Blob | undefined>(undefined);
  const legend = useSignal('');
  const failed = useSignal('');

  async function show(): Promise<void> {
    if (archive.value) return;
    failed.value = '';
    try {
      const asked = getHandProof({ path: { matchId, number }, query: { finding }, parseAs: 'blob' });
      const taken = (await answer(asked)) as Blob;
      legend.value = await unzipped(taken, 'legend.txt');
      archive.value = taken;
    } catch (error) {
      failed.value = words(error);
    }
  }

  async function save(taken: Blob): Promise<void> {
    await handOver(file(taken, `pitch-proof-${number}${finding ? `-${finding + 1}` : ''}.zip`, 'application/zip'));
  }

  return (
    <details class="box proof" onToggle={({ currentTarget }) => void (currentTarget.open && show())}>
      <summary>{say('proof.show')}</summary>
      {about && <p class="note">{about}</p>}
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
