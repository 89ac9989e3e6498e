import { expect, test } from 'vitest';

import type { Argument, Disagreement, HandRecord } from 'pitchkeeper-client';
import { mergedHand, mergedRecord, rowsOf, teller } from './merging';

const said = (kind: Argument['kind'], value: string | number): Argument =>
  ({
    kind,
    ...(typeof value === 'string' ? { text: value, number: null } : { number: value, text: null }),
    items: [],
  }) as unknown as Argument;
const differs = (
  code: string,
  [yours, yourFact]: [Argument | null, string | null],
  [theirs, theirFact]: [Argument | null, string | null],
  args: Record<string, Argument> = {},
): Disagreement => ({ message: { code: `difference.${code}`, args, text: '' }, yours, theirs, yourFact, theirFact });

const NOTHING: [null, null] = [null, null];
const DEALER = differs('dealer', NOTHING, [said('player', 3), '/dealer']);
const PITCHER = differs('pitcher', [said('player', 0), '/contract/pitcher'], [said('player', 1), '/contract/pitcher']);
const BID = differs('bid', [said('bid', 'three'), '/contract/bid'], [said('bid', 'four'), '/contract/bid']);

test('who dealt is no question where only one phone says so', () => {
  const { questions, additions } = rowsOf([DEALER, PITCHER, BID]);
  // Who bid what is one question.
  expect(questions).toEqual([[PITCHER, BID]]);
  expect(additions).toEqual([[DEALER]]);
  expect(teller(additions[0]!)).toBe('theirs');
});

test('what is picked of the other phone takes the place of its own, and the rest is put together', () => {
  const yours: HandRecord = { contract: { pitcher: 0, bid: 'three' }, trump: 'S' };
  const theirs: HandRecord = { dealer: 3, contract: { pitcher: 1, bid: 'four' } };
  expect(
    mergedRecord(yours, theirs, [
      [[PITCHER, BID], 'theirs'],
      [[DEALER], 'theirs'],
    ]),
  ).toEqual({
    dealer: 3,
    contract: { pitcher: 1, bid: 'four' },
    trump: 'S',
  });
  expect(
    mergedRecord(yours, theirs, [
      [[PITCHER, BID], 'yours'],
      [[DEALER], 'theirs'],
    ]),
  ).toEqual({ ...yours, dealer: 3 });
});

test('of two piles with one card in both, that card is the one question', () => {
  const trumps = differs('pile_trumps', [said('count', 2), '/piles/0/trumps'], [said('count', 1), '/piles/0/trumps']);
  const listed = differs(
    'listed',
    [said('fact', 'scoring'), '/piles/0/listed'],
    [said('fact', 'all'), '/piles/0/listed'],
  );
  const card = differs('card', [said('side', 0), '/piles/0/cards/1'], [said('side', 1), '/piles/1/cards/0'], {
    card: said('card', 'TH'),
  });
  const own = differs('card', [said('side', 0), '/piles/0/cards/0'], NOTHING, { card: said('card', 'AS') });
  expect(rowsOf([listed, trumps, own, card])).toEqual({ questions: [[card]], additions: [[own]] });
});

test('a hand of which the bid and the points were refused is put together of both', () => {
  const theirs: HandRecord = {
    contract: { pitcher: 1, bid: 'four' },
    claims: { points: [{ point: 'high', side: 1 }] },
  };
  const own: HandRecord = { contract: { pitcher: 0, bid: 'three' }, claims: { points: [{ point: 'high', side: 0 }] } };
  const bid = { record: { ...theirs, contract: own.contract! }, theirs };
  const points = { record: { ...theirs, claims: own.claims! }, theirs };
  expect(mergedHand([bid, points])).toEqual(own);
  // What another phone added between the two stays.
  expect(mergedHand([bid, { record: { ...theirs, trump: 'S' }, theirs: { ...theirs, trump: 'S' } }])).toEqual({
    ...theirs,
    contract: own.contract!,
    trump: 'S',
  });
});
