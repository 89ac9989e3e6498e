import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

import type { Match } from 'pitchkeeper-client';
import { news } from '../../matches';
import { adjustmentsText } from '../../parts/outside';
import { phoneOf } from '../../phones/writer';
import { atStart, say } from '../../wording';

// Long enough to be read by those who look up from their cards.
const SHOWN_MS = 15_000;

/** What another phone wrote just now, and whose phone it was. */
export function News({ match }: { match: Match }) {
  const latest = news.value?.matchId === match.matchId ? news.value : undefined;
  const isOld = useSignal(false);
  useEffect(() => {
    isOld.value = false;
    const timer = setTimeout(() => (isOld.value = true), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [latest]);
  if (!latest || isOld.value) return null;
  const phone = atStart(phoneOf(match, latest.deviceId));
  return (
    <p class="wait" role="status">
      {[
        ...latest.hands.map((hand) =>
          say(latest.undone.includes(hand) ? 'undid_meanwhile' : 'saved_meanwhile', { phone, hand }),
        ),
        ...(latest.adjustments.length > 0
          ? [say('penalty.by', { phone, what: adjustmentsText(match, latest.adjustments) })]
          : []),
      ].join(' ')}
    </p>
  );
}
