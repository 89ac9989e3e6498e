import { beforeEach, expect, test, vi } from 'vitest';

import type { Command, HandRecord, Match } from 'pitchkeeper-client';

const stored = new Map<string, unknown>();
vi.mock('idb-keyval', () => ({
  get: async (name: string) => stored.get(name),
  set: async (name: string, value: unknown) => void stored.set(name, value),
  clear: async () => stored.clear(),
}));

const sent: Command[][] = [];
/** What the server answers to a queue, and when. */
let respond: (commands: Command[]) => Promise<object>;

async function loaded() {
  vi.resetModules();
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('location', { origin: 'http://table', hash: '' });
  vi.stubGlobal('history', { replaceState: () => undefined });
  vi.stubGlobal('navigator', { onLine: true, languages: ['en'] });
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal('document', { documentElement: { dataset: {}, style: { setProperty: () => undefined } } });
  vi.stubGlobal('fetch', async (request: Request) => {
    const { commands } = (await request.json()) as { commands: Command[] };
    sent.push(commands);
    return Response.json(await respond(commands));
  });
  const [drafts, saving, queue, { device }] = await Promise.all([
    import('./drafts'),
    import('./saving'),
    import('../queue'),
    import('../device'),
  ]);
  const { speak } = await import('../server');
  speak('token', 'en');
  device.value = { deviceId: 'phone', token: 'token' };
  return { ...drafts, ...saving, queue };
}

const done = async (commands: Command[]) => ({
  items: commands.map(({ commandId, matchId }) => ({
    commandId,
    matchId,
    outcome: 'done',
    version: 9,
    problem: null,
    retryAfter: null,
  })),
});

const CONTRACT = { pitcher: 0, bid: 'three' as const };
const CLAIMS: HandRecord['claims'] = { points: [{ point: 'high', side: 0 }] };
const MATCH = {
  matchId: 'm',
  version: 5,
  nextDealer: 3,
  lines: [{ number: 1, dealer: 3, standing: 'open', agreement: 'none' }],
} as unknown as Match;

beforeEach(() => {
  stored.clear();
  sent.length = 0;
  respond = done;
});

test('points are sent by themselves, so that the piles of another phone stay', async () => {
  const { enter, save } = await loaded();
  // Without signal this phone knows no more of the hand than the bid on its sheet.
  const kept = { record: { contract: CONTRACT }, version: null };
  const record = { contract: CONTRACT, claims: CLAIMS };
  enter('m', 1, record, kept);
  await save(MATCH, 1, record, kept, true);
  expect(sent.flat()).toEqual([
    expect.objectContaining({
      kind: 'record_claims',
      number: 1,
      seenVersion: null,
      body: { ...CLAIMS, lowDealtTo: null },
    }),
  ]);
});

test('a draft is sent as what was seen when it began, also where the sheet has moved on', async () => {
  const { enter, save, updateDraft } = await loaded();
  const record = { contract: CONTRACT, claims: CLAIMS };
  enter('m', 1, record, { record: { contract: CONTRACT }, version: 4 });
  const theirs = { contract: CONTRACT, claims: { points: [{ point: 'high' as const, side: 1 }] } };
  updateDraft('m', 1, { record: theirs, version: 5 });
  await save(MATCH, 1, record, { record: theirs, version: 5 }, true);
  expect(sent.flat()).toEqual([expect.objectContaining({ kind: 'record_claims', seenVersion: 4 })]);
});

test('a draft that is begun while an earlier one is sent stays', async () => {
  const { draft, enter, save } = await loaded();
  let answer: () => void = () => undefined;
  const slow = new Promise<void>((go) => (answer = go));
  respond = async (commands) => {
    await slow;
    return done(commands);
  };
  const kept = { record: { contract: CONTRACT }, version: 5 };
  const first = { contract: CONTRACT, claims: CLAIMS };
  enter('m', 1, first, kept);
  const saving = save(MATCH, 1, first, kept, true);
  expect(draft('m', 1)).toBeUndefined();
  const second = { ...first, claims: { points: [] } };
  enter('m', 1, second, { ...kept, record: first });
  answer();
  await saving;
  expect(draft('m', 1)).toEqual(second);
});

test('an undo takes only those drafts along that were there before it', async () => {
  const { draft, draftsOf, dropDrafts, enter } = await loaded();
  const kept = { record: {}, version: 5 };
  enter('m', 1, { trump: 'S' }, kept);
  enter('m', 2, { trump: 'H' }, kept);
  const before = draftsOf('m', [1, 2]);
  enter('m', 2, { trump: 'D' }, kept);
  dropDrafts(before);
  expect([draft('m', 1), draft('m', 2)]).toEqual([undefined, { trump: 'D' }]);
});

test('what came back to be looked at again is sent as what was seen when it was sent', async () => {
  const { base, begin, draft, save, updateDraft } = await loaded();
  begin('m', 1, { claims: CLAIMS }, { version: 2 });
  const kept = { record: { contract: CONTRACT, trump: 'S' as const }, version: 5 };
  updateDraft('m', 1, kept);
  // Nobody is told of another phone, as nobody knows what the hand was.
  expect(base('m', 1)).toEqual({ record: kept.record, version: 2 });
  const record = draft('m', 1)!;
  expect(record).toEqual({ ...kept.record, claims: CLAIMS });
  await save(MATCH, 1, record, kept, true);
  expect(sent.flat()).toEqual([expect.objectContaining({ kind: 'record_claims', seenVersion: 2 })]);
});

test('of a draft only what was sent follows what the table decided', async () => {
  const { begin, draft, settleDraft } = await loaded();
  const own = { contract: CONTRACT };
  const theirs = { contract: { pitcher: 1, bid: 'four' as const } };
  begin('m', 1, own, { record: {}, version: 1 });
  settleDraft('m', 1, own, { record: theirs, version: 3 });
  expect(draft('m', 1)).toBeUndefined();
  begin('m', 1, { ...own, claims: CLAIMS }, { record: {}, version: 1 });
  settleDraft('m', 1, own, { record: theirs, version: 3 });
  expect(draft('m', 1)).toEqual({ ...theirs, claims: CLAIMS });
});
