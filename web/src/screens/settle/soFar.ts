import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

import { ruleOnHand } from 'pitchkeeper-client';
import type { HandRecord, HandRuling } from 'pitchkeeper-client';
import { answer } from '../../server';
import { table, type Setting } from './setting';

/** A card that is tapped by mistake is soon tapped again. */
const PAUSE = 250;

/**
 * What the server makes of the piles of an argument so far, for what can still be in them; the last
 * answer while the next is under way, and none without signal.
 */
export function useSoFar(setting: Setting, record: HandRecord): HandRuling | undefined {
  const found = useSignal<HandRuling | undefined>(undefined);
  const told = JSON.stringify(record);
  useEffect(() => {
    found.value = undefined;
    if (!record.piles?.length || !record.trump) return undefined;
    let isOld = false;
    const ask = () =>
      answer(ruleOnHand({ body: { ...table(setting), dealer: setting.dealer, record } }))
        .then((ruling) => {
          if (!isOld) found.value = ruling;
        })
        .catch(() => undefined); // the picker does without
    const waiting = setTimeout(() => void ask(), PAUSE);
    return () => {
      isOld = true;
      clearTimeout(waiting);
    };
  }, [told]);
  return found.value?.verdict.status === 'open' ? found.value : undefined;
}
