import { expect, test } from 'vitest';

import { codeShared } from './invited';

test.each([
  ['?text=Come+in%21+https%3A%2F%2Fpitch.example%2Fjoin%2Fk7mp-3qxr', 'K7MP3QXR'],
  ['?title=Pitch&url=http%3A%2F%2F192.168.1.20%3A8000%2Fjoin%2FK7MP3QXR', 'K7MP3QXR'],
  ['?text=k7mp+3qxr', 'K7MP3QXR'],
  ['?text=K7MP-3QXR%0A', 'K7MP3QXR'],
])('%s is an invite', (search, code) => {
  expect(codeShared(search)).toBe(code);
});

test.each(['', '?text=Ann+and+Tom+win', '?text=https%3A%2F%2Fpitch.example%2Fjoin%2Fk7mp-3qxr9', '?text=Somebody+won'])(
  '%s is none',
  (search) => {
    expect(codeShared(search)).toBeUndefined();
  },
);
