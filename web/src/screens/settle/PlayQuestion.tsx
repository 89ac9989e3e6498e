import { useSignal } from '@preact/signals';

import { ruleOnPlay } from 'pitchkeeper-client';
import type { Card, PlayRuling, Rules, Suit } from 'pitchkeeper-client';
import { packOf } from '../../hand/pack';
import { tableFor } from '../../hand/tables';
import { Choices } from '../../parts/Choices';
import { Screen } from '../../parts/Screen';
import { TrumpChoice } from '../../parts/TrumpChoice';
import { SmallCard, cardName } from '../../parts/cards';
import { say } from '../../wording';
import { CardChoice } from './CardChoice';
import { RulingView } from '../../parts/RulingView';
import { useAsking } from './asking';
import { namesOf, rulesName, table, type Setting } from './setting';

interface Props {
  setting: Setting;
  rules: Rules;
  back: string;
}

/** "You had to follow": the trick so far, what somebody held, and the card in question. */
export function PlayQuestion({ setting, rules, back }: Props) {
  const leader = useSignal(0);
  const trump = useSignal<Suit | undefined>(undefined);
  const played = useSignal<Card[]>([]);
  const held = useSignal<Card[]>([]);
  const turnedOver = useSignal(false);
  const adding = useSignal<'played' | 'held'>('played');
  const { ruling, failed, pending, ask, again } = useAsking<PlayRuling>();
  const cards = played.value;
  const seatOf = (at: number) => (leader.value + at) % setting.players;
  const nameOf = (seat: number) => setting.names[seat] ?? '';
  const who = nameOf(seatOf(Math.max(0, cards.length - 1)));
  const told = ruling.value;

  function choose(card: Card): void {
    again();
    const list = adding.value === 'played' ? played : held;
    list.value = list.value.includes(card) ? list.value.filter((one) => one !== card) : [...list.value, card];
  }

  function put(): void {
    const card = cards.at(-1);
    void ask(
      ruleOnPlay({
        body: {
          ...table(setting),
          leader: leader.value,
          // The very first lead makes trump where it is pitched; an argument is usually later.
          trick: trump.value ? 2 : 1,
          ...(trump.value ? { trump: trump.value } : {}),
          played: cards.slice(0, -1),
          ...(card ? { card, hand: [...new Set([...held.value, card])] } : {}),
          trickQuitted: turnedOver.value,
        },
      }),
    );
  }

  return (
    <Screen
      class="settle"
      title={say('argue.play')}
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
            <button class="main" disabled={cards.length === 0 || pending.value} onClick={put}>
              {cards.length === 0
                ? say('what_was_played')
                : say('was_card_allowed', { name: who, card: cardName(cards.at(-1)!) })}
            </button>
          )}
        </footer>
      }
    >
      {cards.length === 0 && (
        <Choices
          label={say('who_led')}
          chosen={leader.value}
          choices={namesOf(setting)}
          onChoose={(seat) => (leader.value = seat)}
        />
      )}
      <TrumpChoice
        label={say('trump_was')}
        chosen={trump.value}
        choose={(suit) => {
          again();
          trump.value = suit ?? undefined;
        }}
      />
      <ol class="calls">
        {cards.map((card, at) => (
          <li class={at === cards.length - 1 ? 'now' : undefined}>
            <b>{nameOf(seatOf(at))}</b>
            <SmallCard card={card} />
          </li>
        ))}
      </ol>
      {told ? (
        <RulingView ruling={told} word={told.legal === null ? undefined : say(told.legal ? 'yes' : 'no')} />
      ) : (
        <>
          <Choices
            label={say('cards_of')}
            isLabelHidden
            chosen={adding.value}
            choices={[
              { value: 'played', label: say('trick_so_far') },
              { value: 'held', label: say('also_held', { name: who }) },
            ]}
            onChoose={(list) => (adding.value = list)}
          />
          {adding.value === 'played' && cards.length >= setting.players ? null : (
            <CardChoice
              pack={packOf(rules, tableFor(rules, setting.players, setting.sides))}
              chosen={adding.value === 'played' ? cards : held.value}
              gone={adding.value === 'played' ? held.value : cards}
              choose={choose}
              label={say(adding.value === 'played' ? 'trick_so_far' : 'cards_of')}
            />
          )}
          <label class="row check">
            <input
              type="checkbox"
              checked={turnedOver.value}
              onChange={({ currentTarget }) => (turnedOver.value = currentTarget.checked)}
            />
            {say('circumstance.trickQuitted')}
          </label>
        </>
      )}
    </Screen>
  );
}
