import { useSignal } from '@preact/signals';

import type { Call, Match, Rules, SheetLine } from 'pitchkeeper-client';
import { questionsOf } from 'pitchkeeper-client';
import { useFetched } from '../../fetching';
import { bidLabel } from '../../hand/bids';
import { begin, dropDraft } from '../../hand/drafts';
import { expected, type Expected } from '../../hand/expected';
import { decideLater, isLeft } from '../../hand/later';
import { load } from '../../matches';
import { once } from '../../once';
import { rematch } from '../../opening';
import { loadMembers, me } from '../../people';
import { Asking } from '../../phones/Asking';
import { address, go } from '../../places';
import { Bidding } from '../../parts/Bidding';
import { Icon } from '../../parts/Icon';
import { onDemand } from '../../parts/onDemand';
import { MOST_HALVES, Score, ScoreAloud, gained, plain } from '../../parts/Score';
import { Screen } from '../../parts/Screen';
import { Tabs } from '../../parts/Tabs';
import { enqueue, refused, waiting } from '../../queue';
import { loadRuleset, rulesets } from '../../rulesets';
import { reached } from '../../server';
import { say } from '../../wording';
import { Agreeing } from './Agreeing';
import { LaidDown } from './LaidDown';
import { Undoing } from './Undoing';
import { Waiting } from './Waiting';

const News = onDemand(
  async () => (await import('./News')).News,
  () => null,
);

/** The table: the score, what each side needs, and the next question. */
export function TableScreen({ matchId }: { matchId: string }) {
  const laid = useSignal(false);
  const match = expected(matchId);
  const { said: missing } = useFetched(() => load(matchId), [matchId]);
  useFetched(() => loadMembers(matchId), [matchId]);
  const rulesetId = match?.ruleset.id;
  useFetched(() => (rulesetId ? loadRuleset(rulesetId) : undefined), [rulesetId, reached.value]);
  if (!match) {
    return (
      <Screen title={say('table')} back={address()}>
        <p role="status">{missing.value || say('moment')}</p>
      </Screen>
    );
  }
  const rules = rulesets.value[match.ruleset.id]?.rules;
  const late = waiting.value.filter((command) => command.matchId === matchId);
  const last = match.lines.at(-1);
  const asked = last && isUnsettled(last) && !isLocked(last) && !isLeft(matchId, last.number) ? last : undefined;
  const isInRows = match.sides.length > MOST_HALVES && !match.winner && !asked && rules !== undefined;
  // What waits on this phone is not there yet to be taken back.
  const mayUndo = late.length === 0 && reached.value && me(matchId)?.role !== 'viewer';
  const lay = () => (laid.value = true);
  const lastHand = last && !isUnsettled(last) && <LastHand match={match} line={last} />;
  return (
    <Screen
      class="table"
      title={match.name ?? match.ruleset.name}
      note={where(match, asked)}
      back={address()}
      asks={[match.nextHand, match.winner?.side, asked?.number, laid.value].join(' ')}
      corner={<span class={reached.value ? 'live' : 'live off'}>{reached.value ? say('live') : say('no_signal')}</span>}
      foot={<Tabs matchId={matchId} />}
    >
      {isInRows ? (
        <ScoreAloud match={match} scores={match.scores} />
      ) : (
        <Score match={match} scores={match.scores} soft={match.isGuess} lay={lay} />
      )}
      {laid.value && <LaidDown match={match} takeUp={() => (laid.value = false)} />}
      {late.length === 0 && <News match={match} />}
      {late.length > 0 && !reached.value && <Waiting commands={late} />}
      {questionsOf(matchId, refused.value).map(([refusal]) => (
        <a class="row box" href={address('m', matchId, 'refused', refusal!.command.commandId)}>
          <span class="grow">
            {refusal!.problem.conflict
              ? say('two_wrote', { hand: refusal!.problem.conflict.hand })
              : refusal!.problem.detail}
          </span>
          <Icon name="on" />
        </a>
      ))}
      <Notices match={match} asked={asked} />
      {mayUndo ? <Undoing match={match}>{lastHand}</Undoing> : <div class="latest">{lastHand}</div>}
      {match.winner ? (
        <Won match={match} />
      ) : asked ? (
        <Asked match={match} line={asked} />
      ) : (
        rules && <NextBid match={match} rules={rules} lay={isInRows ? lay : undefined} />
      )}
    </Screen>
  );
}

/** The hand that is played or comes next, or who has won. */
function where(match: Match, asked: SheetLine | undefined): string {
  if (match.winner) return say('won_by', { side: match.sides[match.winner.side]?.name ?? '' });
  const hand = asked?.number ?? match.nextHand;
  return say(match.target === null ? 'hand_number' : 'hand_to', { hand, target: match.target ?? 0 });
}

/** What else waits for the table: seats, disputes, hands that are left open, and a yes. */
function Notices({ match, asked }: { match: Match; asked: SheetLine | undefined }) {
  const hands = match.lines.filter((line) => isLocked(line) || (isUnsettled(line) && line !== asked));
  return (
    <>
      <Asking match={match} />
      <div class={hands.length > 1 ? 'notices many' : 'notices'}>
        {hands.map((line) => (
          <Notice match={match} line={line} isOneOfMany={hands.length > 1} />
        ))}
      </div>
      <Agreeing match={match} />
    </>
  );
}

/** A hand that is disputed or was left open; of several only the numbers, beside one another. */
function Notice({ match, line, isOneOfMany }: { match: Match; line: SheetLine; isOneOfMany: boolean }) {
  const { number } = line;
  const text = isLocked(line) ? say('is_disputed', { hand: number }) : openLine(match, line);
  const way = isLocked(line) ? ['ruling'] : [];
  return (
    <a class="row box ask-row" href={address('m', match.matchId, 'hand', number, ...way)} aria-label={text}>
      {(isOneOfMany || isLocked(line)) && <Icon name={isLocked(line) ? 'scales' : 'ask'} />}
      <span class="grow">{isOneOfMany ? say('hand_number', { hand: number }) : text}</span>
      {!isOneOfMany && <Icon name="on" />}
    </a>
  );
}

/** The last hand, which is not settled yet. */
function Asked({ match, line }: { match: Match; line: SheetLine }) {
  return (
    <section class="ask" aria-labelledby="question">
      <h2 id="question">{openLine(match, line)}</h2>
      <a class="button main" href={address('m', match.matchId, 'hand', line.number, entry(line))}>
        {say(isQuestion(line) ? 'answer_it' : 'who_took_what')}
      </a>
      {isQuestion(line) && (
        <button class="quiet" onClick={() => decideLater(match.matchId, line.number)}>
          {say('decide_later')}
        </button>
      )}
    </section>
  );
}

const isUnsettled = ({ standing }: SheetLine) => standing === 'open' || standing === 'impossible';
// A dispute locks a hand: what is to be said of it is said at its ruling.
const isLocked = ({ agreement }: SheetLine) => agreement === 'disputed';

// An impossible hand is a question of its own; one that is only bid wants its points.
const entry = (line: SheetLine) => (isQuestion(line) ? '' : 'points');
const isQuestion = ({ standing, points }: SheetLine) =>
  standing === 'impossible' || points.some(({ side }) => side !== null);

function openLine(match: Match, line: SheetLine): string {
  const name = line.pitcher === null ? '' : (match.players[line.pitcher]?.name ?? '');
  return line.pitcher === null || line.bid === null || isQuestion(line)
    ? say('hand_open', { hand: line.number })
    : say('hand_bid', { hand: line.number, name, bid: bidLabel(line.bid) });
}

function LastHand({ match, line }: { match: Match; line: SheetLine }) {
  const bid =
    line.pitcher !== null && line.bid !== null
      ? say(line.made ? 'bid_made' : 'bid_set', {
          name: match.players[line.pitcher]?.name ?? '',
          bid: bidLabel(line.bid),
        })
      : say(`standing.${line.standing}`);
  return (
    <a class="last box row" href={address('m', match.matchId, 'hand', line.number)}>
      <span class="grow">
        <span class="lab">{say('hand_number', { hand: line.number })}</span>
        <br />
        {bid}
      </span>
      <span class="figure gain">{gained(match, line)}</span>
      <Icon name="on" />
    </a>
  );
}

const playAgain = once(async (match: Match) => go('m', await rematch(match)));

function Won({ match }: { match: Match }) {
  const winner = match.winner!;
  return (
    <section class="won" role="status">
      <h2>
        {say('wins', {
          side: match.sides[winner.side]?.name ?? '',
          players: match.sides[winner.side]?.seats.length ?? 1,
          scores: match.scores.map(plain).join(' : '),
        })}
      </h2>
      <p>{winner.why.text}</p>
      {match.nextMatch && <p>{say('next_table_open')}</p>}
      <div class="pair">
        <button class="main" onClick={() => void playAgain(match)}>
          {say('play_again')}
        </button>
        <a class="button plain" href={address('m', match.matchId, 'hands')}>
          {say('share')}
        </a>
      </div>
    </section>
  );
}

interface NextBidProps {
  match: Expected;
  rules: Rules;
  /** Lays the phone down, where the scores are beside the bids. */
  lay: (() => void) | undefined;
}

function NextBid({ match, rules, lay }: NextBidProps) {
  async function won(seat: number, bid: Call): Promise<void> {
    const body = { dealer: match.nextDealer, contract: { pitcher: seat, bid } };
    begin(match.matchId, match.nextHand, body, { record: {}, version: match.version });
    go('m', match.matchId, 'hand', match.nextHand, 'points');
    await enqueue({
      kind: 'record_auction',
      matchId: match.matchId,
      number: match.nextHand,
      seenVersion: match.version || null,
      body,
    });
  }

  async function allPassed(): Promise<void> {
    dropDraft(match.matchId, match.nextHand);
    await enqueue({
      kind: 'record_hand',
      matchId: match.matchId,
      number: match.nextHand,
      seenVersion: match.version || null,
      body: { dealer: match.nextDealer, calls: match.players.map(() => 'pass') },
    });
  }

  return (
    <Bidding
      {...{ match, rules }}
      dealer={match.nextDealer}
      won={(seat, bid) => void won(seat, bid)}
      allPassed={() => void allPassed()}
      scores={lay && { all: match.scores, isSoft: match.isGuess, lay }}
    />
  );
}
