import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

import type { Match } from 'pitchkeeper-client';
import { useAttempt } from '../../fetching';
import { type Undone, putBack, undo, undoText } from '../../hand/undoing';
import { Icon } from '../../parts/Icon';
import { plain } from '../../parts/Score';
import { ignoreTaps } from '../../parts/tapGuard';
import { say } from '../../wording';

/** The way back beside the last hand, and what it took back until somebody writes again. */
export function Undoing({ match, children }: { match: Match; children: ComponentChildren }) {
  const { said, attempt } = useAttempt();
  const undone = useSignal<Undone | undefined>(undefined);
  const isBusy = useSignal(false);
  const last = undone.value?.version === match.version ? undone.value : undefined;

  async function act(what: () => Promise<void>): Promise<void> {
    if (isBusy.value) return;
    isBusy.value = true;
    await attempt(what);
    // A second tap would take back what was changed before.
    ignoreTaps();
    isBusy.value = false;
  }

  async function takeBack(): Promise<void> {
    undone.value = await undo(match);
    if (!undone.value) said.value = say('undo.nothing');
  }

  return (
    <>
      {said.value && <p role="alert">{said.value}</p>}
      <div class="latest">
        {last ? (
          <div class="undone box row" role="status">
            <p class="grow">
              {undoText(last.entry)}
              <br />
              <span class="figure">
                {last.scores.map(plain).join(' : ')}
                <Icon name="arrow" />
                {match.scores.map(plain).join(' : ')}
              </span>
            </p>
            <button class="plain" onClick={() => void act(() => putBack(match.matchId, last))}>
              {say('put_back')}
            </button>
          </div>
        ) : (
          children
        )}
        {match.lines.length + match.adjustments.length > 0 && (
          <button class="quiet" onClick={() => void act(takeBack)}>
            <Icon name="undo" />
            {say('undo')}
          </button>
        )}
      </div>
    </>
  );
}
