import type { Match } from 'pitchkeeper-client';
import { useFetched } from '../../fetching';
import { loadHand } from '../../matches';
import { address } from '../../places';
import { enqueue, waiting } from '../../queue';
import { say } from '../../wording';

/** The hands that wait for a yes of this phone's side: one tap says it to all of them. */
export function Agreeing({ match }: { match: Match }) {
  const hands = useMissing(match);
  const isSaid = waiting.value.some(({ kind, matchId }) => kind === 'confirm_hands' && matchId === match.matchId);
  const [first] = hands;
  if (first === undefined || isSaid) return null;
  return (
    <section class="row box" aria-label={say('waits_for_yes', { count: hands.length, hands: hands.join(', ') })}>
      <a
        class="grow"
        href={hands.length === 1 ? address('m', match.matchId, 'hand', first) : address('m', match.matchId, 'hands')}
      >
        {say('waits_for_yes', { count: hands.length, hands: hands.join(', ') })}
      </a>
      <button
        class="plain"
        onClick={() =>
          void enqueue({
            kind: 'confirm_hands',
            matchId: match.matchId,
            seenVersion: match.version || null,
            body: { hands },
          })
        }
      >
        {say('yes_to_all', { count: hands.length })}
      </button>
    </section>
  );
}

/** The numbers of the hands that the side of this phone has not agreed to yet. */
function useMissing(match: Match): number[] {
  const side = match.players.find(({ isMine }) => isMine)?.side;
  // A sheet tells that a hand waits, and only the hand itself for whom.
  const due = match.lines
    .filter(({ agreement, number }) => agreement === 'waiting' && match.unconfirmed.includes(number))
    .map(({ number }) => number);
  const { found } = useFetched(
    () => (side === undefined ? undefined : Promise.all(due.map((number) => loadHand(match.matchId, number)))),
    [match.version, side, due.join()],
    { stays: true },
  );
  return (found.value ?? [])
    .filter(({ agreement }) => agreement.missing.some((one) => one === side))
    .map(({ number }) => number);
}
