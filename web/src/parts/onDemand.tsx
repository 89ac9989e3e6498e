import { signal } from '@preact/signals';
import type { FunctionComponent, JSX } from 'preact';

import { say } from '../wording';

/**
 * A screen whose code is fetched when it is first shown, so that keeping score loads less.
 *
 * The worker keeps all code on the phone; before it has, a fetch without a signal is tried again
 * once there is one.
 */
export function onDemand<Props extends object>(
  fetchScreen: () => Promise<FunctionComponent<Props>>,
): (props: Props) => JSX.Element {
  const screen = signal<{ Shown: FunctionComponent<Props> } | 'missing' | undefined>(undefined);
  let isFetching = false;
  async function load() {
    isFetching = true;
    try {
      screen.value = { Shown: await fetchScreen() };
    } catch {
      screen.value = 'missing';
      addEventListener('online', () => void load(), { once: true });
    }
  }
  return (props) => {
    if (!isFetching) void load();
    if (typeof screen.value === 'object') return <screen.value.Shown {...props} />;
    return <main aria-busy={!screen.value}>{screen.value && <p role="status">{say('waits_for_signal')}</p>}</main>;
  };
}
