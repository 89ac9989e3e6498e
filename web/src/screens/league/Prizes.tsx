import type { Format, Prizes as Agreed } from 'pitchkeeper-client';
import { unit } from '../../league/night';
import { Choices } from '../../parts/Choices';
import { say } from '../../wording';
import { Amount } from './Amount';

interface Props {
  format: Format;
  change: (changed: Partial<Format>) => void;
}

const KINDS = ['none', 'amounts', 'shares'] as const;
type Kind = (typeof KINDS)[number];

// Hundredths of a per cent, as the server counts them.
const PERCENT = 100;
const USUAL: Record<Kind, Agreed> = { none: {}, amounts: { amounts: [0] }, shares: { shares: [6000, 4000] } };

function kindOf({ amounts = [], shares = [] }: Agreed): Kind {
  if (shares.length > 0) return 'shares';
  return amounts.length > 0 ? 'amounts' : 'none';
}

/** What the first places get: amounts, or parts of the pot. */
export function Prizes({ format, change }: Props) {
  const agreed = format.prizes ?? {};
  const kind = kindOf(agreed);
  return (
    <>
      <Choices
        label={say('league.prizes')}
        chosen={kind}
        choices={KINDS.map((value) => ({ value, label: say(`league_prizes.${value}`) }))}
        onChoose={(value) => change({ prizes: USUAL[value] })}
      />
      {kind !== 'none' && (
        <Places
          kind={kind}
          places={agreed[kind] ?? []}
          currency={format.currency ?? 'USD'}
          change={(places) => change({ prizes: { [kind]: places } })}
        />
      )}
    </>
  );
}

interface PlacesProps {
  kind: 'amounts' | 'shares';
  places: number[];
  currency: string;
  change: (places: number[]) => void;
}

function Places({ kind, places, currency, change }: PlacesProps) {
  const one = kind === 'shares' ? PERCENT : unit(currency);
  const label = kind === 'shares' ? 'league.place_percent' : 'league.place';

  function told(place: number, amount: number): void {
    const all = places.map((prize, at) => (at === place ? amount : prize));
    // A last place that gets nothing is none.
    change(all.at(-1) === 0 && place === all.length - 1 && all.length > 1 ? all.slice(0, -1) : all);
  }

  return (
    <div class="places">
      {places.map((prize, place) => (
        <Amount
          key={place}
          label={say(label, { place: place + 1 })}
          amount={prize}
          one={one}
          change={(amount) => told(place, amount)}
        />
      ))}
      <button type="button" class="plain" onClick={() => change([...places, 0])}>
        {say('league.another_place')}
      </button>
    </div>
  );
}
