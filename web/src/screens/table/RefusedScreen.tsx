import type { Command, Match } from 'pitchkeeper-client';
import { questionsOf, type Refusal, type Wish } from 'pitchkeeper-client';
import { useFetched } from '../../fetching';
import { begin } from '../../hand/drafts';
import { bidOf } from '../../hand/expected';
import { afterCommands } from '../../hand/parts';
import { load, sheets } from '../../matches';
import { address, leaveFor } from '../../places';
import { Screen } from '../../parts/Screen';
import { enqueue, refused, settle } from '../../queue';
import { say } from '../../wording';
import { Disagreements } from './Disagreements';

/** What the server did not take: two phones that say different things, or words and a way on. */
export function RefusedScreen({ matchId, commandId }: { matchId: string; commandId: string }) {
  const isMeant = ({ command }: Refusal) => command.commandId === commandId;
  const refusals = questionsOf(matchId, refused.value).find((all) => all.some(isMeant)) ?? [];
  const [refusal] = refusals;
  const match = sheets.value[matchId];
  useFetched(() => (match ? undefined : load(matchId)), [matchId]);
  if (!refusal || !match) {
    return (
      <Screen title={say('table')} back={address('m', matchId)}>
        <p role="status">{say(refusal ? 'moment' : 'settled_already')}</p>
      </Screen>
    );
  }
  if (refusal.problem.conflict) return <Disagreements {...{ match, refusals }} />;
  return <Words match={match} refusal={refusal} />;
}

/** The screen on which what a command entered is looked at again. */
const SCREENS: Partial<Record<Command['kind'], string>> = {
  record_auction: 'bid',
  record_pile: 'cards',
  record_tricks: 'tricks',
};

function Words({ match, refusal: { command, problem } }: { match: Match; refusal: Refusal }) {
  const number = 'number' in command ? command.number : undefined;

  async function drop(): Promise<void> {
    leaveFor('m', match.matchId);
    await settle(command);
  }

  async function again(): Promise<void> {
    leaveFor('m', match.matchId);
    await Promise.all([enqueue(wishAgain(command, problem.code, match)), settle(command)]);
  }

  async function change(): Promise<void> {
    if (number === undefined) return;
    if (command.kind.startsWith('record_') && 'seenVersion' in command) {
      const line = match.lines.find((one) => one.number === number);
      // Whatever happened to the hand since it was seen is still to be asked about.
      const base = { version: command.seenVersion ?? null };
      begin(match.matchId, number, afterCommands(bidOf(line), [command]), base);
    }
    leaveFor('m', match.matchId, 'hand', number, SCREENS[command.kind] ?? 'points');
    await settle(command);
  }

  return (
    <Screen
      class="refused"
      title={number === undefined ? say('table') : say('hand_number', { hand: number })}
      back={address('m', match.matchId)}
      foot={
        <footer class="foot">
          {number === undefined ? (
            <button class="main" onClick={() => void again()}>
              {say('try_again')}
            </button>
          ) : (
            <>
              <button class="main" onClick={() => void change()}>
                {say('look_again', { hand: number })}
              </button>
              <button class="plain" onClick={() => void again()}>
                {say('try_again')}
              </button>
            </>
          )}
          <button class="quiet" onClick={() => void drop()}>
            {say('let_it_go')}
          </button>
        </footer>
      }
    >
      <section class="ask" role="status">
        <h2>{problem.detail}</h2>
        {problem.errors.map(({ detail }) => (
          <p>{detail}</p>
        ))}
        <p>{say('not_kept')}</p>
      </section>
    </Screen>
  );
}

function wishAgain(command: Command, code: string, match: Match): Wish {
  const { commandId: _, ...wish } = command;
  // What was late is wanted all the same, now that the table has seen what there is; what was
  // refused for another reason has seen no more than before.
  return code === 'stale_match' && 'seenVersion' in wish ? { ...wish, seenVersion: match.version || null } : wish;
}
