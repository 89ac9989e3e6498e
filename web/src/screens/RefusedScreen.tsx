import { useEffect } from 'preact/hooks';

import type { Command, Match } from '../client/types.gen';
import type { Refusal } from '../delivery';
import { redraft } from '../hand/drafts';
import { entered } from '../hand/parts';
import { load, sheets } from '../matches';
import { address, leaveFor } from '../places';
import { Screen } from '../parts/Screen';
import { enqueue, refused, settle, type Wish } from '../queue';
import { say } from '../wording';
import { Disagreements } from './Disagreements';

/** What the server did not take: two phones that say different things, or words and a way on. */
export function RefusedScreen({ matchId, commandId }: { matchId: string; commandId: string }) {
  const refusal = refused.value.find(({ command }) => command.commandId === commandId);
  const match = sheets.value[matchId];
  useEffect(() => {
    if (!match) void load(matchId).catch(() => undefined);
  }, [matchId]);
  if (!refusal || !match) {
    return (
      <Screen title={say('table')} back={address('m', matchId)}>
        <p role="status">{say(refusal ? 'moment' : 'settled_already')}</p>
      </Screen>
    );
  }
  const { conflict } = refusal.problem;
  if (conflict) return <Disagreements {...{ match, conflict, commandId }} />;
  return <Words match={match} refusal={refusal} />;
}

function Words({ match, refusal: { command, problem } }: { match: Match; refusal: Refusal }) {
  const number = 'number' in command ? command.number : undefined;

  async function drop(): Promise<void> {
    leaveFor('m', match.matchId);
    await settle(command.commandId);
  }

  async function again(): Promise<void> {
    leaveFor('m', match.matchId);
    await enqueue(wishAgain(command, match));
    await settle(command.commandId);
  }

  async function change(): Promise<void> {
    if (number === undefined) return;
    const isTricks = command.kind === 'record_tricks';
    if (isTricks || command.kind === 'record_hand') redraft(match.matchId, number, entered(command.body));
    leaveFor('m', match.matchId, 'hand', number, isTricks ? 'tricks' : 'points');
    await settle(command.commandId);
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

function wishAgain(command: Command, match: Match): Wish {
  if (command.kind === 'open_match') {
    const { commandId: _, ...wish } = command;
    return wish;
  }
  // The table has seen what there is now, and wants it done all the same.
  const { commandId: _, after: __, ...wish } = command;
  return { ...wish, seenVersion: match.version || null } as Wish;
}
