import { signal } from '@preact/signals';
import type { FunctionComponent, JSX } from 'preact';

import { learnLater, say } from '../wording';

export interface OnDemand<Props> {
  (props: Props): JSX.Element;
  /** Fetches the code before it is shown. */
  ahead: () => void;
}

/**
 * A screen whose code is fetched when it is first shown, or ahead, so that keeping score loads less.
 *
 * The worker keeps all code on the phone; before it has, a fetch without a signal is tried again
 * once there is one.
 */
export function onDemand<Props extends object>(
  fetchScreen: () => Promise<FunctionComponent<Props>>,
  Meanwhile: FunctionComponent<{ isMissing: boolean }> = Empty,
  fetchWords: () => Promise<void> = learnLater,
): OnDemand<Props> {
  const screen = signal<{ Shown: FunctionComponent<Props> } | 'missing' | undefined>(undefined);
  let isFetching = false;
  async function load() {
    isFetching = true;
    try {
      const [Shown] = await Promise.all([fetchScreen(), fetchWords()]);
      screen.value = { Shown };
    } catch {
      screen.value = 'missing';
      addEventListener('online', () => void load(), { once: true });
    }
  }
  function ahead() {
    if (!isFetching) void load();
  }
  function Later(props: Props) {
    ahead();
    if (typeof screen.value === 'object') return <screen.value.Shown {...props} />;
    return <Meanwhile isMissing={screen.value === 'missing'} />;
  }
  return Object.assign(Later, { ahead });
}

const Empty = ({ isMissing }: { isMissing: boolean }) => (
  <main aria-busy={!isMissing}>{isMissing && <p role="status">{say('waits_for_signal')}</p>}</main>
);
