import { signal } from '@preact/signals';

import { codeShared } from './invited';

// Another app shared an invite with this one, at the address that the manifest says.
const code = codeShared(location.search);
if (code) history.replaceState(null, '', `/#/join/${code}`);

/** Where one is: the parts of the address after the #, as in `#/m/ID/hand/3/points`. */
export const place = signal(here());

function here(): string[] {
  try {
    return location.hash.replace(/^#\/?/, '').split('/').filter(Boolean).map(decodeURIComponent);
  } catch (error) {
    // An address that was cut off or typed wrong leads to the start.
    if (error instanceof URIError) return [];
    throw error;
  }
}

addEventListener('hashchange', () => {
  place.value = here();
  scrollTo(0, 0);
});

export function address(...parts: (string | number)[]): string {
  const named = parts.filter((part) => part !== '');
  return `#/${named.map((part) => encodeURIComponent(part)).join('/')}`;
}

export function go(...parts: (string | number)[]): void {
  location.hash = address(...parts);
}

/** Goes there without a way back to where one was: what was done there is done. */
export function leaveFor(...parts: (string | number)[]): void {
  history.replaceState(null, '', address(...parts));
  place.value = here();
  scrollTo(0, 0);
}
