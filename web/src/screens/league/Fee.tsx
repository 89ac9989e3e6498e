import type { Format } from '../../client/types.gen';
import { unit } from '../../league/night';
import { say } from '../../wording';
import { Amount } from './Amount';

interface Props {
  format: Format;
  change: (changed: Partial<Format>) => void;
}

/** What a night costs. */
export function Fee({ format: { currency = 'USD', fee = 0 }, change }: Props) {
  return (
    <Amount
      label={say('league.fee', { currency })}
      amount={fee}
      one={unit(currency)}
      change={(amount) => change({ fee: amount })}
    />
  );
}
