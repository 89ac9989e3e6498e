import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

import type { Match } from 'pitchkeeper-client';
import { loadUndoable, undo, undoText, type Undoable } from '../../hand/undoing';
import { once } from '../../once';
import { Icon } from '../../parts/Icon';
import { plain } from '../../parts/Score';
import { words } from '../../server';
import { say } from '../../wording';

/** What an undo takes back and the scores that it leads to, before it is done. */
export function Undoing({ match, close }: { match: Match; close: () => void }) {
  const undoable = useSignal<Undoable | undefined>(undefined);
  const failed = useSignal('');
  useEffect(() => {
    let isOld = false;
    loadUndoable(match)
      .then((found) => {
        if (isOld) return;
        undoable.value = found;
        failed.value = found ? '' : say('undo.nothing');
      })
      .catch((error: unknown) => {
        if (!isOld) failed.value = words(error);
      });
    return () => {
      isOld = true;
    };
  }, [match.version]);

  const act = once(async () => {
    try {
      await undo(match.matchId, undoable.value!);
      close();
    } catch (error) {
      failed.value = words(error);
    }
  });

  return (
    <section class="ask undoing" aria-labelledby="question" role="status">
      <h2 id="question">{undoable.value ? undoText(undoable.value.entry) : failed.value || say('moment')}</h2>
      {undoable.value && failed.value && <p role="alert">{failed.value}</p>}
      {undoable.value && (
        <p class="move figure signed">
          {match.scores.map(plain).join(' : ')}
          <Icon name="arrow" />
          {undoable.value.scores.map(plain).join(' : ')}
        </p>
      )}
      {undoable.value && (
        <button class="main" onClick={() => void act()}>
          <Icon name="undo" />
          {say('undo')}
        </button>
      )}
      <button class="quiet" onClick={close}>
        {say('leave_it')}
      </button>
    </section>
  );
}
