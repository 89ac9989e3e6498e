import type { Format } from '../../client/types.gen';
import { inMinor, unit } from '../../league/night';
import { say } from '../../wording';

interface Props {
  format: Format;
  change: (changed: Partial<Format>) => void;
}

/** What a night costs. */
export function Fee({ format: { currency = 'USD', fee = 0 }, change }: Props) {
  return (
    <label class="field">
      <span class="lab">{say('league.fee', { currency })}</span>
      <input
        inputMode="decimal"
        value={fee > 0 ? String(fee / unit(currency)) : ''}
        onChange={({ currentTarget }) => change({ fee: inMinor(currentTarget.value, unit(currency)) })}
      />
    </label>
  );
}
