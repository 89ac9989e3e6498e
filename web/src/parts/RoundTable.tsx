import '../styles/people.css';

import type { ComponentChildren, HTMLAttributes } from 'preact';

import { Radios } from './Choices';
import { sideClass } from './Score';

export interface Place {
  seat: number;
  side: number;
  name: string;
  /** What stands small beneath the name: "deals", "free", "that's me". */
  note?: string | undefined;
  isChosen?: boolean;
  /** It cannot be chosen; a tap may still say why. */
  isTaken?: boolean;
}

interface Props {
  places: readonly Place[];
  label: string;
  /** Whether one of the seats is to be chosen, rather than each pressed for itself. */
  isChoice?: boolean;
  /** Who sits nearest, where one looks from. */
  near?: number;
  onPress: (seat: number) => void;
  children?: ComponentChildren;
}

/** The table from above, as people sit: clockwise is to the left, so it does not turn in any language. */
export function RoundTable({ places, label, isChoice = false, near = 0, onPress, children }: Props) {
  const count = places.length;
  const Group = isChoice ? Radios : Buttons;
  return (
    <Group class="round" aria-label={label} style={{ '--rows': Math.floor(count / 2) + 1 }}>
      <div class="felt">{children}</div>
      {places.map((place) => {
        const at = spot((place.seat - near + count) % count, count);
        const looks = `${place.isChosen ? 'me' : ''} ${place.isTaken ? 'taken' : ''}`;
        return (
          // biome-ignore lint/a11y/useAriaPropsSupportedByRole: only a radio is checked
          <button
            class={`seat ${sideClass(place.side)} ${looks}`}
            role={isChoice ? 'radio' : undefined}
            aria-checked={isChoice ? Boolean(place.isChosen) : undefined}
            aria-pressed={isChoice ? undefined : Boolean(place.isChosen)}
            aria-disabled={place.isTaken || undefined}
            style={{ '--x': at.x, '--y': at.y }}
            onClick={() => onPress(place.seat)}
          >
            <i />
            <span class="cut">
              <b class="cut">{place.name}</b>
              {place.note && <small class="cut">{place.note}</small>}
            </span>
          </button>
        );
      })}
    </Group>
  );
}

const Buttons = (rest: HTMLAttributes<HTMLDivElement>) => <div {...rest} role="group" />;

/** Where a seat lies, in hundredths across and down: one near, one far where that evens out, the rest at the sides. */
function spot(at: number, count: number): { x: number; y: number } {
  const aside = Math.floor((count - 1) / 2);
  if (at === 0) return { x: 50, y: 100 };
  if (count % 2 === 0 && at === count / 2) return { x: 50, y: 0 };
  const rows = Math.floor(count / 2);
  const up = at <= aside ? at : count - at;
  return { x: at <= aside ? 0 : 100, y: 100 - (100 * up) / rows };
}
