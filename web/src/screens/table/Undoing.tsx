import type { Match } from 'pitchkeeper-client';
import { useFetched } from '../../fetching';
import { loadUndoable, undo, undoText } from '../../hand/undoing';
import { once } from '../../once';
import { Icon } from '../../parts/Icon';
import { plain } from '../../parts/Score';
import { words } from '../../server';
import { say } from '../../wording';

/** What an undo takes back and the scores that it leads to, before it is done. */
export function Undoing({ match, close }: { match: Match; close: () => void }) {
  const { found, said } = useFetched(async () => (await loadUndoable(match)) ?? null, [match.version], { stays: true });
  const undoable = found.value;
  const text = undoable ? undoText(undoable.entry) : said.value || say(undoable === null ? 'undo.nothing' : 'moment');

  const act = once(async () => {
    try {
      if (undoable) await undo(match.matchId, undoable);
      close();
    } catch (error) {
      said.value = words(error);
    }
  });

  return (
    <section class="ask undoing" aria-labelledby="question" role="status">
      <h2 id="question">{text}</h2>
      {undoable && said.value && <p role="alert">{said.value}</p>}
      {undoable && (
        <p class="move figure">
          {match.scores.map(plain).join(' : ')}
          <Icon name="arrow" />
          {undoable.scores.map(plain).join(' : ')}
        </p>
      )}
      {undoable && (
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
