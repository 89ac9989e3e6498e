import type { Charter } from 'pitchkeeper-client';
import { useTyped } from '../../parts/typed';
import { say } from '../../wording';

interface Props {
  charter: Charter;
  change: (changed: Partial<Charter>) => void;
}

/** Where a league plays and when a night starts: for its calendar, its messages and its list. */
export function Where({ charter, change }: Props) {
  const bar = useTyped(charter.bar ?? '', (text) => change({ bar: text.trim() || null }));
  const place = useTyped(charter.place ?? '', (text) => change({ place: text.trim() || null }));
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return (
    <details class="box">
      <summary>{say('league.where')}</summary>
      <label class="field">
        <span class="lab">{say('league.bar')}</span>
        <input maxLength={40} {...bar} />
      </label>
      <label class="field">
        <span class="lab">{say('league.address')}</span>
        <input maxLength={200} {...place} />
      </label>
      <label class="field">
        <span class="lab">{say('league.starts_at')}</span>
        <input
          type="time"
          value={charter.startsAt ?? ''}
          onInput={({ currentTarget: { value } }) =>
            change({ startsAt: value || null, timeZone: value ? (charter.timeZone ?? timeZone) : null })
          }
        />
      </label>
      {charter.timeZone && <p class="note">{charter.timeZone.replaceAll('_', ' ')}</p>}
    </details>
  );
}
