import { expect, test } from 'vitest';

import type { Command, HandRecord } from 'pitchkeeper-client';
import { afterCommands, changedParts, isSame, rebased, withPart } from './parts';

const CONTRACT = { pitcher: 0, bid: 'three' as const };
const OURS = { side: 0, cards: ['AS', 'JS'], listed: 'scoring' as const, trumps: 2 };
const THEIRS = { side: 1, cards: ['TH', '2S'], listed: 'scoring' as const, trumps: 1 };
const BID: HandRecord = { dealer: 3, contract: CONTRACT, trump: 'S' };
const points = (...sides: number[]): HandRecord => ({
  claims: { points: sides.map((side, at) => ({ point: (['high', 'low', 'jack', 'game'] as const)[at]!, side })) },
});

test('a pile that this phone did not touch is not sent', () => {
  expect(changedParts({ ...BID, piles: [OURS] }, BID)).toEqual([
    { kind: 'record_pile', side: 0, body: { cards: ['AS', 'JS'], listed: 'scoring', trumps: 2 } },
  ]);
  expect(changedParts({ ...BID, piles: [OURS, THEIRS] }, { ...BID, piles: [THEIRS] })).toHaveLength(1);
});

test('nothing is sent of a hand that is as it was', () => {
  const answered = { ...BID, calls: [], tricks: [], claims: null, piles: [{ ...OURS, cards: ['JS', 'AS'] }] };
  expect(changedParts({ ...BID, piles: [OURS] }, answered)).toEqual([]);
});

test('a trump that was chosen while picking cards goes with the bid, before the pile', () => {
  const kinds = changedParts({ ...BID, piles: [OURS] }, { dealer: 3, contract: CONTRACT }).map(({ kind }) => kind);
  expect(kinds).toEqual(['record_auction', 'record_pile']);
});

test('a pile that was emptied here is told to be unknown, not to be nothing', () => {
  expect(changedParts(BID, { ...BID, piles: [OURS] })).toEqual([
    { kind: 'record_pile', side: 0, body: { cards: [], listed: 'some' } },
  ]);
});

test('the pile that another phone entered is taken over, and the one that is typed here stays', () => {
  const typed = { ...BID, piles: [OURS] };
  const { record, base, apart } = rebased(typed, BID, { ...BID, piles: [THEIRS] });
  expect(apart).toEqual([]);
  expect(record.piles).toEqual([OURS, THEIRS]);
  expect(changedParts(record, base).map((part) => ('side' in part ? part.side : part.kind))).toEqual([0]);
});

test('points that were typed here stay where another phone saved others, and are said to differ', () => {
  const typed = { ...BID, ...points(0, 0, 0, 0) };
  const kept = { ...BID, ...points(0, 0, 1, 1) };
  const once = rebased(typed, BID, kept);
  expect(once.record).toEqual(typed);
  expect(once.apart).toEqual(['claims']);
  // Also when it is looked at again, until the table has decided.
  expect(rebased(once.record, once.base, kept).apart).toEqual(['claims']);
  expect(rebased(withPart(typed, 'claims', kept), kept, kept).apart).toEqual([]);
  expect(rebased(typed, kept, kept).apart).toEqual([]);
});

test('a hand that was only looked at follows what another phone corrects and undoes', () => {
  const saved = { ...BID, ...points(0, 0, 0, 0) };
  expect(rebased(saved, saved, { ...BID, ...points(0, 0, 1, 1) }).record).toEqual({ ...BID, ...points(0, 0, 1, 1) });
  expect(rebased(saved, saved, BID).record).toEqual(BID);
});

test('the same points are the same in any order and with every field that a server answers', () => {
  const answered = {
    claims: {
      pips: null,
      points: [
        { point: 'jack' as const, inPlay: false, side: null, card: null, tied: false },
        { point: 'high' as const, inPlay: true, side: 0, card: null, tied: false },
      ],
    },
  };
  const typed = {
    claims: {
      points: [
        { point: 'high' as const, side: 0 },
        { point: 'jack' as const, inPlay: false },
      ],
    },
  };
  expect(isSame(answered as HandRecord, typed, 'claims')).toBe(true);
});

test('what waits on this phone is part of the hand as it knows it', () => {
  const about = { matchId: 'm', number: 1, commandId: 'c' };
  const commands: Command[] = [
    { ...about, kind: 'record_auction', body: { dealer: 3, contract: CONTRACT } },
    { ...about, kind: 'record_pile', side: 0, body: { cards: OURS.cards, listed: 'scoring', trumps: 2 } },
    { ...about, kind: 'record_claims', body: { ...points(1, 1, 1, 1).claims, lowDealtTo: null } },
  ];
  expect(afterCommands({ piles: [THEIRS] }, commands)).toEqual({
    dealer: 3,
    contract: CONTRACT,
    piles: [OURS, THEIRS],
    ...points(1, 1, 1, 1),
  });
});
