import { useSignal } from '@preact/signals';

import { ruleOnCall } from 'pitchkeeper-client';
import type { Call, CallRuling, Rules } from 'pitchkeeper-client';
import { bidLabel, bidNumber, bids, callers } from '../../hand/bids';
import { Choices } from '../../parts/Choices';
import { Screen } from '../../parts/Screen';
import { say } from '../../wording';
import { RulingView } from '../../parts/RulingView';
import { useAsking } from './asking';
import { namesOf, rulesName, table, type Setting } from './setting';

interface Props {
  setting: Setting;
  rules: Rules;
  back: string;
}

/** "That bid is not allowed": the calls in turn, and the last one is in question. */
export function CallQuestion({ setting, rules, back }: Props) {
  const calls = useSignal<Call[]>([]);
  const dealer = useSignal(setting.dealer);
  const { ruling, failed, pending, ask, again } = useAsking<CallRuling>();
  const said = calls.value;
  const seats = callers(said, setting.players, dealer.value, rules);
  const nameAt = (at: number) => setting.names[seats[at] ?? 0] ?? '';
  const told = ruling.value;

  function call(bid: Call): void {
    again();
    calls.value = [...said, bid];
  }

  return (
    <Screen
      class="settle"
      title={say('argue.call')}
      note={rulesName(setting)}
      back={back}
      foot={
        <footer class="foot">
          {failed.value && <p role="alert">{failed.value}</p>}
          {told ? (
            <button
              class="main"
              onClick={() => {
                again();
                calls.value = [];
              }}
            >
              {say('ask_another')}
            </button>
          ) : (
            <button
              class="main"
              disabled={said.length === 0 || pending.value}
              onClick={() =>
                void ask(
                  ruleOnCall({
                    body: {
                      ...table(setting),
                      dealer: dealer.value,
                      calls: said.slice(0, -1),
                      call: said.at(-1)!,
                      ...(setting.scores ? { scores: setting.scores } : {}),
                    },
                  }),
                )
              }
            >
              {said.length === 0
                ? say('who_said_what')
                : say('was_it_allowed', {
                    name: nameAt(said.length - 1),
                    bid: bidLabel(said.at(-1)!),
                  })}
            </button>
          )}
        </footer>
      }
    >
      {said.length === 0 && (
        <Choices
          label={say('who_dealt')}
          chosen={dealer.value}
          choices={namesOf(setting)}
          onChoose={(seat) => (dealer.value = seat)}
        />
      )}
      <ol class="calls">
        {said.map((bid, at) => (
          <li class={at === said.length - 1 ? 'now' : undefined}>
            <b>{nameAt(at)}</b>
            <span class="figure">{bidLabel(bid)}</span>
          </li>
        ))}
      </ol>
      {told ? (
        <RulingView ruling={told} word={say(told.legal ? 'yes' : 'no')} />
      ) : (
        <section class="turn" aria-labelledby={seats.length > said.length ? 'turn' : undefined}>
          {seats.length > said.length && (
            <>
              <h2 id="turn">{say('what_said', { name: nameAt(said.length) })}</h2>
              <div class="calling">
                {(['pass', ...bids(rules, true)] as Call[]).map((bid) => (
                  <button class={bidNumber(bid) === undefined ? 'bid word' : 'bid figure'} onClick={() => call(bid)}>
                    {bidLabel(bid)}
                  </button>
                ))}
              </div>
            </>
          )}
          {said.length > 0 && (
            <button class="quiet" onClick={() => (calls.value = said.slice(0, -1))}>
              {say('undo')}
            </button>
          )}
        </section>
      )}
    </Screen>
  );
}
