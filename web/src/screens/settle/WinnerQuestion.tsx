import { useSignal } from '@preact/signals';

import { ruleOnWinner } from 'pitchkeeper-client';
import type { Call, Rules, WinnerRuling } from 'pitchkeeper-client';
import { bidLabel, bids } from '../../hand/bids';
import { Choices } from '../../parts/Choices';
import { Screen } from '../../parts/Screen';
import { say } from '../../wording';
import { RulingView } from '../../parts/RulingView';
import { useAsking } from './asking';
import { rulesName, sidesOf, table, type Setting } from './setting';

interface Props {
  setting: Setting;
  rules: Rules;
  back: string;
}

/** "Who has won?": the scores before and after the last hand, who bid, and how that went. */
export function WinnerQuestion({ setting, rules, back }: Props) {
  const sides = sidesOf(setting, rules);
  const before = useSignal<string[]>(sides.map((_, side) => String(setting.scores?.[side] ?? '')));
  const after = useSignal<string[]>(sides.map(() => ''));
  const pitching = useSignal(0);
  const open = bids(rules, true);
  const bid = useSignal<Call>(open[0] ?? 'two');
  const outcome = useSignal<'made' | 'set'>('made');
  const { ruling, failed, pending, ask, again } = useAsking<WinnerRuling>();
  const told = ruling.value;
  const complete = [...before.value, ...after.value].every((score) => /^-?\d+$/.test(score.trim()));

  function typed(list: typeof before, side: number, text: string): void {
    again();
    list.value = list.value.map((one, at) => (at === side ? text : one));
  }

  return (
    <Screen
      class="settle"
      title={say('argue.winner')}
      note={rulesName(setting)}
      back={back}
      foot={
        <footer class="foot">
          {failed.value && <p role="alert">{failed.value}</p>}
          {told ? (
            <button class="main" onClick={again}>
              {say('ask_another')}
            </button>
          ) : (
            <button
              class="main"
              disabled={!complete || pending.value}
              onClick={() =>
                void ask(
                  ruleOnWinner({
                    body: {
                      ...table(setting),
                      scores: before.value.map(Number),
                      result: {
                        after: after.value.map(Number),
                        pitchingSide: pitching.value,
                        bid: bid.value,
                        made: outcome.value === 'made',
                      },
                      ...(setting.target ? { target: setting.target } : {}),
                    },
                  }),
                )
              }
            >
              {say('argue.winner')}
            </button>
          )}
        </footer>
      }
    >
      {told ? (
        <RulingView ruling={told} />
      ) : (
        <>
          <table class="tally">
            <thead>
              <tr>
                <td />
                <th scope="col">{say('before_hand')}</th>
                <th scope="col">{say('after_hand')}</th>
              </tr>
            </thead>
            <tbody>
              {sides.map((side, at) => (
                <tr>
                  <th scope="row">{side}</th>
                  {[before, after].map((list, column) => (
                    <td>
                      <input
                        inputMode="numeric"
                        aria-label={`${side}: ${say(column ? 'after_hand' : 'before_hand')}`}
                        value={list.value[at]}
                        onInput={({ currentTarget }) => typed(list, at, currentTarget.value)}
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          <Choices
            label={say('who_won_bid')}
            chosen={pitching.value}
            choices={sides.map((label, value) => ({ value, label }))}
            onChoose={(side) => (pitching.value = side)}
          />
          <div class="numbered">
            <Choices
              label={say('the_bid')}
              chosen={bid.value}
              choices={open.map((value) => ({ value, label: bidLabel(value) }))}
              onChoose={(one) => (bid.value = one)}
            />
          </div>
          <Choices
            label={say('made_or_set')}
            chosen={outcome.value}
            choices={(['made', 'set'] as const).map((value) => ({ value, label: say(value) }))}
            onChoose={(one) => (outcome.value = one)}
          />
        </>
      )}
    </Screen>
  );
}
