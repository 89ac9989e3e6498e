import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';

import { tables } from '../../matches';
import { namesIn } from '../../names';
import { RoundTable } from '../../parts/RoundTable';
import { say } from '../../wording';
import type { Sitting } from './seating';

interface Props {
  count: number;
  /** The side of each seat. */
  sides: readonly number[];
  sitting: Sitting;
  onChange: (sitting: Sitting) => void;
}

/** The round table before the match: a tap on a seat names it, moves it or has it deal. */
export function Seats({ count, sides, sitting, onChange }: Props) {
  const picked = useSignal<number | undefined>(undefined);
  const swapping = useSignal(false);
  const at = picked.value !== undefined && picked.value < count ? picked.value : undefined;
  const name = (seat: number) => sitting.names[seat]?.trim() || say('word.player', { number: seat + 1 });

  function press(seat: number): void {
    if (at !== undefined && swapping.value && seat !== at) onChange(swapped(sitting, at, seat));
    picked.value = seat === at && !swapping.value ? undefined : seat;
    swapping.value = false;
  }

  return (
    <section class="seating">
      <RoundTable
        label={say('who_sits_where')}
        places={Array.from({ length: count }, (_, seat) => ({
          seat,
          side: sides[seat] ?? 0,
          name: name(seat),
          note: [seat === sitting.dealer && say('deals'), seat === sitting.mine && say('thats_me')]
            .filter(Boolean)
            .join(' · '),
          isChosen: seat === at,
        }))}
        onPress={press}
      />
      <p class="note mid" role="status">
        {say(swapping.value ? 'tap_to_swap' : 'tap_to_name')}
      </p>
      {at !== undefined && !swapping.value && (
        <Naming
          key={at}
          seat={at}
          label={name(at)}
          typed={sitting.names[at] ?? ''}
          others={sitting.names.slice(0, count)}
          isDealer={at === sitting.dealer}
          isMine={at === sitting.mine}
          onName={(typed) => onChange({ ...sitting, names: renamed(sitting.names, at, typed) })}
          onNames={(pasted) => onChange({ ...sitting, names: seated(sitting.names, at, pasted.slice(0, count - at)) })}
          onDone={() => (picked.value = at + 1 < count ? at + 1 : undefined)}
          onSwap={() => (swapping.value = true)}
          onDeal={() => onChange({ ...sitting, dealer: at })}
          onMine={() => onChange({ ...sitting, mine: at === sitting.mine ? null : at })}
        />
      )}
    </section>
  );
}

interface NamingProps {
  seat: number;
  label: string;
  typed: string;
  others: readonly string[];
  isDealer: boolean;
  isMine: boolean;
  onName: (typed: string) => void;
  /** Several names at once, which were pasted: for this seat and those after it. */
  onNames: (names: string[]) => void;
  onDone: () => void;
  onSwap: () => void;
  onDeal: () => void;
  onMine: () => void;
}

function Naming({ label, typed, others, isDealer, isMine, onDone, ...on }: NamingProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const known = people().filter((name) => !others.includes(name));
  return (
    <form
      class="naming box"
      onSubmit={(event) => {
        event.preventDefault();
        onDone();
      }}
    >
      <label class="field">
        <span class="lab">{say('name_of', { player: label })}</span>
        <input
          ref={field}
          value={typed}
          maxLength={LONGEST}
          autocomplete="off"
          autocapitalize="words"
          enterkeyhint="next"
          onInput={(event) => on.onName(event.currentTarget.value)}
          onPaste={(event) => {
            const names = namesIn(event.clipboardData?.getData('text') ?? '');
            if (names.length < 2) return;
            event.preventDefault();
            on.onNames(names);
          }}
        />
      </label>
      {known.length > 0 && typed === '' && (
        <div class="known">
          {known.map((name) => (
            <button
              type="button"
              class="plain"
              onClick={() => {
                on.onName(name);
                onDone();
              }}
            >
              {name}
            </button>
          ))}
        </div>
      )}
      <div class="three">
        <button type="button" class="quiet" aria-pressed={isMine} onClick={on.onMine}>
          {say('its_me')}
        </button>
        <button type="button" class="quiet" disabled={isDealer} onClick={on.onDeal}>
          {say('deals_first')}
        </button>
        <button type="button" class="quiet" onClick={on.onSwap}>
          {say('swap')}
        </button>
      </div>
    </form>
  );
}

const LONGEST = 40;
// More names than these are longer to look through than to type.
const MOST_KNOWN = 8;

/** Whom this phone has played with, the latest first; nobody is called "Player 2". */
function people(): string[] {
  const nameless = new Set(Array.from({ length: 8 }, (_, seat) => say('word.player', { number: seat + 1 })));
  const all = tables.value.flatMap(({ players }) => players).filter((name) => !nameless.has(name));
  return [...new Set(all)].slice(0, MOST_KNOWN);
}

function renamed(names: readonly string[], seat: number, name: string): string[] {
  return Array.from({ length: Math.max(names.length, seat + 1) }, (_, at) => (at === seat ? name : (names[at] ?? '')));
}

const seated = (names: readonly string[], seat: number, added: readonly string[]): string[] =>
  added.reduce<string[]>((all, name, at) => renamed(all, seat + at, name.slice(0, LONGEST)), [...names]);

/** Two people change seats; who deals, and whose phone this is, goes along with the person. */
function swapped({ names, dealer, mine }: Sitting, one: number, other: number): Sitting {
  const moved = renamed(renamed(names, one, names[other] ?? ''), other, names[one] ?? '');
  const along = <T,>(seat: number | T) => (seat === one ? other : seat === other ? one : seat);
  return { names: moved, dealer: along(dealer), mine: along(mine) };
}
