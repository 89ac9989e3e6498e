import { useSignal } from '@preact/signals';

import { answer } from '../../server';
import { say } from '../../wording';

type Request<T> = Parameters<typeof answer<T>>[0];

/** A question to the server: asked when the button is pressed, forgotten when its facts change. */
export function useAsking<T>() {
  const ruling = useSignal<T | undefined>(undefined);
  const failed = useSignal('');
  const pending = useSignal(false);
  return {
    ruling,
    failed,
    pending,
    async ask(request: Request<T>): Promise<void> {
      pending.value = true;
      failed.value = '';
      try {
        ruling.value = await answer<T>(request);
      } catch (error) {
        failed.value = (error instanceof Error && error.message) || say('needs_signal');
      } finally {
        pending.value = false;
      }
    },
    again(): void {
      ruling.value = undefined;
      failed.value = '';
    },
  };
}
