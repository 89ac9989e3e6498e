import { reached } from '../server';
import { say } from '../wording';

/** Whether what is shown follows what happens, or waits for signal. */
export function Live() {
  return <span class={reached.value ? 'live' : 'live off'}>{reached.value ? say('live') : say('no_signal')}</span>;
}
