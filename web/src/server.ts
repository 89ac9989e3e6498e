import { signal } from '@preact/signals';
import { answer as answered, client, Refused, Unreachable } from 'pitchkeeper-client';

import { say } from './wording';

export { Refused, Unreachable };

/** Whether the last request reached the server. */
export const reached = signal(navigator.onLine);

/** Whether the server knows the device of this phone no longer: its tables moved to another, or were erased. */
export const isSignedOut = signal(false);
let spoken: string | undefined;

export function speak(token: string | undefined, language: string): void {
  if (token !== spoken) isSignedOut.value = false;
  spoken = token;
  client.setConfig({
    baseUrl: location.origin,
    auth: () => token,
    headers: { 'Accept-Language': language },
    cache: 'no-store',
  });
}

/** Return what an operation answers, and notice whether the server was reached. */
export async function answer<T>(request: Parameters<typeof answered<T>>[0]): Promise<T> {
  const token = spoken;
  try {
    const data = await answered(request);
    reached.value = true;
    return data;
  } catch (error) {
    // A request that the page gave up itself says nothing about the way to the server.
    const isGivenUp = error instanceof Unreachable && (error.cause as Error | undefined)?.name === 'AbortError';
    if (!isGivenUp) reached.value = error instanceof Refused;
    // An answer to the device that this phone was before says nothing about the one it is now.
    const isUnknown = error instanceof Refused && error.problem.code === 'unauthenticated';
    if (isUnknown && token !== undefined && token === spoken) isSignedOut.value = true;
    throw error;
  }
}

/** What to tell somebody whose request did not work. */
export function words(error: unknown): string {
  if (error instanceof Refused) return error.problem.detail;
  if (error instanceof Unreachable) return say('waits_for_signal');
  throw error;
}
