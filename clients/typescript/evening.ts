// An evening of two phones, of which both are without signal for a hand: node evening.js ADDRESS
import {
  CommandQueue,
  answer,
  connect,
  createInvite,
  follow,
  joinMatch,
  newId,
  sendBy,
  signIn,
  withLines,
  type Card,
  type HandRecord,
  type Match,
  type MatchEvent,
} from 'pitchkeeper-client';

declare const process: { argv: string[] };

class Phone {
  hasSignal = true;
  sheet: Match | undefined;
  readonly client;
  readonly queue;
  readonly #kept = new Map<string, unknown>();
  #lookers: (() => void)[] = [];

  constructor(baseUrl: string) {
    this.client = connect({
      baseUrl,
      fetch: (request) => (this.hasSignal ? fetch(request) : Promise.reject(new TypeError('no signal'))),
    });
    this.queue = new CommandQueue({
      storage: {
        get: async <T>(name: string) => this.#kept.get(name) as T | undefined,
        set: async (name, value) => void this.#kept.set(name, value),
      },
      send: sendBy(this.client),
    });
  }

  record(matchId: string, number: number, body: HandRecord, seenVersion = this.sheet?.version ?? null) {
    return this.queue.enqueue({ kind: 'record_hand', matchId, number, seenVersion, body });
  }

  async take({ sheet, lines }: MatchEvent): Promise<void> {
    if (sheet) this.sheet = sheet;
    if (lines) this.sheet = withLines(this.sheet, lines) ?? this.sheet;
    if (this.sheet) await this.queue.see(this.sheet.matchId, this.sheet.version);
    for (const look of this.#lookers.splice(0)) look();
  }

  /** Wait until the sheet has some scores. */
  async sees(...scores: number[]): Promise<void> {
    while (this.sheet?.scores.join() !== scores.join()) await new Promise<void>((look) => this.#lookers.push(look));
  }
}

const FIRST: HandRecord = {
  calls: ['three', 'pass', 'pass', 'pass'],
  trump: 'S',
  piles: [
    { side: 0, listed: 'scoring', trumps: 4, cards: ['AS', 'KS', 'JS', '2S', 'QH'] },
    { side: 1, listed: 'scoring', trumps: 0, cards: ['TH', 'TD'] },
  ],
};

/** The second hand: the phones differ about who took the ten of diamonds. */
const second = (ours: Card[], theirs: Card[]): HandRecord => ({
  calls: ['three', 'pass', 'pass', 'pass'],
  trump: 'H',
  piles: [
    { side: 0, listed: 'scoring', trumps: 0, cards: ours },
    { side: 1, listed: 'scoring', trumps: 4, cards: ['AH', 'KH', 'JH', '2H', ...theirs] },
  ],
});

async function play(address: string): Promise<void> {
  const [ann, bob] = [new Phone(address), new Phone(address)];
  await Promise.all([signIn(ann.client), signIn(bob.client)]);
  const matchId = newId();
  await ann.queue.enqueue({
    kind: 'open_match',
    matchId,
    body: {
      ruleset: 'mb-lounge',
      firstDealer: 3,
      players: [{ name: 'Ann' }, { name: 'Bob' }, { name: 'Cid' }, { name: 'Dee' }],
    },
  });
  const { code } = await answer(createInvite({ client: ann.client, path: { matchId }, body: { role: 'scorer' } }));
  await answer(joinMatch({ client: bob.client, body: { code } }));

  const over = new AbortController();
  const following = [ann, bob].map((phone) =>
    follow(matchId, (event) => phone.take(event), { client: phone.client, signal: over.signal }),
  );
  await Promise.all([ann.sees(0, 0), bob.sees(0, 0)]);
  await ann.record(matchId, 1, FIRST);
  await bob.sees(3, 1);
  console.log('Bob sees the first hand of Ann: 3 to 1.');

  ann.hasSignal = false;
  bob.hasSignal = false;
  await Promise.all([
    ann.record(matchId, 2, second(['TS', 'TD'], ['QS'])),
    bob.record(matchId, 2, second(['TS'], ['TD', 'QS'])),
  ]);
  console.log(`${ann.queue.state.waiting.length} and ${bob.queue.state.waiting.length} hand wait for a signal.`);
  ann.hasSignal = true;
  await ann.queue.send();
  await ann.sees(4, 4);
  bob.hasSignal = true;
  await bob.queue.send();
  const [refusal] = bob.queue.state.refused;
  const conflict = refusal?.problem.conflict;
  if (!refusal || !conflict || refusal.command.kind !== 'record_hand') throw new Error('There is no conflict.');
  console.log(`${refusal.problem.code}: ${conflict.differences.map(({ message }) => message.text).join(' ')}`);
  // The table says that Bob is right.
  await bob.record(matchId, 2, refusal.command.body, conflict.matchVersion);
  await bob.queue.settle(refusal.command);
  await Promise.all([ann.sees(3, 5), bob.sees(3, 5)]);
  console.log('Both see 3 to 5.');
  over.abort();
  await Promise.all(following);
  ann.queue.close();
  bob.queue.close();
}

void play(process.argv[2] ?? 'http://127.0.0.1:8000');
