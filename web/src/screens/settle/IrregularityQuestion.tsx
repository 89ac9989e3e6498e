import { useSignal } from '@preact/signals';

import { ruleOnIrregularity } from 'pitchkeeper-client';
import type { Irregularity, IrregularityRuling, Rules } from 'pitchkeeper-client';
import { Choices } from '../../parts/Choices';
import { Screen } from '../../parts/Screen';
import { address } from '../../places';
import { say } from '../../wording';
import { RulingView } from '../../parts/RulingView';
import { useAsking } from './asking';
import { namesOf, rulesName, table, type Setting } from './setting';

interface Props {
  /** The match at which it happened, if it was at one. */
  matchId: string | undefined;
  setting: Setting;
  rules: Rules;
  back: string;
}

const HAPPENED: readonly Irregularity[] = [
  'revoke',
  'call_out_of_turn',
  'wrong_leader',
  'card_pulled_back',
  'exposed_card',
  'misdeal',
  'table_talk',
  'wrong_score',
  'hand_stopped_early',
];
// What the remedy depends on, by what happened.
const TURNS_ON = {
  revoke: ['trickQuitted'],
  wrong_leader: ['trickComplete'],
  card_pulled_back: ['trickComplete'],
  table_talk: ['warned'],
  wrong_score: ['handScored', 'matchOver'],
} as const satisfies Partial<Record<Irregularity, readonly string[]>>;
type Circumstance = (typeof TURNS_ON)[keyof typeof TURNS_ON][number];

/** "Somebody dealt, led or spoke wrongly": what is done about it. */
export function IrregularityQuestion({ matchId, setting, back }: Props) {
  const happened = useSignal<Irregularity>('revoke');
  const offender = useSignal(0);
  const so = useSignal<Partial<Record<Circumstance, boolean>>>({});
  const { ruling, failed, pending, ask, again } = useAsking<IrregularityRuling>();
  const told = ruling.value;
  const cost = told && costOf(told);
  const circumstances: readonly Circumstance[] = TURNS_ON[happened.value as keyof typeof TURNS_ON] ?? [];
  return (
    <Screen
      class="settle"
      title={say('argue.irregularity')}
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
              disabled={pending.value}
              onClick={() =>
                void ask(
                  ruleOnIrregularity({
                    body: {
                      ...table(setting),
                      irregularity: happened.value,
                      offender: offender.value,
                      dealer: setting.dealer,
                      ...so.value,
                    },
                  }),
                )
              }
            >
              {say('what_is_done')}
            </button>
          )}
        </footer>
      }
    >
      {told ? (
        <RulingView ruling={told}>
          {matchId && cost !== undefined && (
            <a class="button plain" href={address('m', matchId, 'penalties', happened.value, offender.value, cost)}>
              {say('penalty.write')}
            </a>
          )}
        </RulingView>
      ) : (
        <>
          <Choices
            label={say('what_happened')}
            chosen={happened.value}
            choices={HAPPENED.map((value) => ({ value, label: say(`happened.${value}`) }))}
            onChoose={(one) => {
              happened.value = one;
              so.value = {};
            }}
          />
          <Choices
            label={say('who_was_it')}
            chosen={offender.value}
            choices={namesOf(setting)}
            onChoose={(seat) => (offender.value = seat)}
          />
          {circumstances.map((each) => (
            <label class="row check">
              <input
                type="checkbox"
                checked={so.value[each] ?? false}
                onChange={({ currentTarget }) => (so.value = { ...so.value, [each]: currentTarget.checked })}
              />
              {say(`circumstance.${each}`)}
            </label>
          ))}
        </>
      )}
    </Screen>
  );
}

/** What the side at fault loses outside the hand; undefined if it loses nothing, or the hand itself pays for it. */
function costOf({ remedy }: IrregularityRuling): number | undefined {
  const lost = remedy.changes.find(({ side }) => side === remedy.offendingSide)?.change;
  return remedy.replacesHand || !lost ? undefined : lost;
}
