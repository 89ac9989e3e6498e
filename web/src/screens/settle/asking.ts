import { useSignal } from '@preact/signals';

import { answer, words } from '../../server';

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
        failed.value = words(error);
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
