import { signal } from '@preact/signals';

import { client } from './client/client.gen';
import type { Problem } from './client/types.gen';
import { say } from './wording';

/** Whether the last request reached the server. */
export const reached = signal(navigator.onLine);

/** Whether the server knows the device of this phone no longer: its tables moved to another, or were erased. */
export const isSignedOut = signal(false);
let spoken: string | undefined;

/** The server answered no. Its words are for the person who did it. */
export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail);
  }
}

/** There is no way to the server now. */
export class Unreachable extends Error {}

interface Answer<T> {
  data?: T | undefined;
  error?: unknown;
  response?: Response | undefined;
}

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

/** What an operation answers, or an error that says why there is none. */
export async function answer<T>(request: Promise<Answer<T>>): Promise<T> {
  const token = spoken;
  let got: Answer<T>;
  try {
    got = await request;
  } catch (error) {
    got = { error };
  }
  if (got.response?.ok) {
    reached.value = true;
    return got.data as T;
  }
  if (isProblem(got.error)) {
    reached.value = true;
    // An answer to the device that this phone was before says nothing about the one it is now.
    if (got.error.code === 'unauthenticated' && token !== undefined && token === spoken) isSignedOut.value = true;
    throw new Refused(got.error);
  }
  // A request that the page gave up itself says nothing about the way to the server.
  if (!(got.error instanceof DOMException && got.error.name === 'AbortError')) reached.value = false;
  throw new Unreachable();
}

function isProblem(error: unknown): error is Problem {
  return typeof error === 'object' && error !== null && 'code' in error && 'detail' in error;
}

/** What to tell somebody whose request did not work. */
export function words(error: unknown): string {
  if (error instanceof Refused) return error.problem.detail;
  if (error instanceof Unreachable) return say('no_signal_now');
  throw error;
}
