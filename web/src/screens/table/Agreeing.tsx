import type { Match } from 'pitchkeeper-client';
import { useFetched } from '../../fetching';
import { isAsked, isYesWaiting, sayYes } from '../../hand/agreeing';
import { loadHand } from '../../matches';
import { address } from '../../places';
import { ignoreTaps } from '../../parts/tapGuard';
import { say } from '../../wording';

/** The hands that wait for a yes of this phone's side: one tap says it to all of them. */
export function Agreeing({ match }: { match: Match }) {
  const hands = useMissing(match);
  const [first] = hands;
  if (first === undefined || isYesWaiting(match.matchId)) return null;
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
        onClick={() => {
          ignoreTaps();
          void sayYes(match, hands);
        }}
      >
        {say('yes_to_all', { count: hands.length })}
      </button>
    </section>
  );
}

/** The numbers of the hands that wait for a yes of this phone. */
function useMissing(match: Match): number[] {
  // A sheet tells that a hand waits, and only the hand itself for whom.
  const due = match.lines
    .filter(({ agreement, number }) => agreement === 'waiting' && match.unconfirmed.includes(number))
    .map(({ number }) => number);
  const { found } = useFetched(
    () => Promise.all(due.map((number) => loadHand(match.matchId, number))),
    [match.version, due.join()],
    { stays: true },
  );
  return (found.value ?? []).filter((hand) => isAsked(match, hand)).map(({ number }) => number);
}
