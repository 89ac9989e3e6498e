import { ruleOnHand } from 'pitchkeeper-client';
import type { HandRecord, HandRuling } from 'pitchkeeper-client';
import { useFetched } from '../../fetching';
import { answer } from '../../server';
import { table, type Setting } from './setting';

/** A card that is tapped by mistake is soon tapped again. */
const PAUSE = 250;

/**
 * What the server makes of the piles of an argument so far, for what can still be in them; the last
 * answer while the next is under way, and none without signal.
 */
export function useSoFar(setting: Setting, record: HandRecord): HandRuling | undefined {
  const { found } = useFetched(
    () =>
      record.piles?.length && record.trump
        ? answer(ruleOnHand({ body: { ...table(setting), dealer: setting.dealer, record } }))
        : undefined,
    [JSON.stringify(record)],
    { pause: PAUSE },
  );
  return found.value?.verdict.status === 'open' ? found.value : undefined;
}
