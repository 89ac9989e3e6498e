import type { HandRecord, Match, Rules } from 'pitchkeeper-client';
import { Radios } from '../Choices';
import { callsPartner, takenOf, total, withTaken } from '../../hand/taken';
import { sideOf } from '../../hand/points';
import { sideClass } from '../Score';
import { say } from '../../wording';

interface Props {
  match: Match;
  rules: Rules;
  record: HandRecord;
  change: (record: HandRecord) => void;
}

// More numbers than these are typed.
const MOST_BUTTONS = 20;

/** What was taken as one number: of the side of the pitcher, and of the others where that is open. */
export function Taken({ match, rules, record, change }: Props) {
  const taken = takenOf(record, rules, match);
  const seat = record.contract?.pitcher ?? 0;
  const own = sideOf(match, seat);
  const calls = callsPartner(rules, match);
  const names = [
    calls ? (match.players[seat]?.name ?? '') : (match.sides[own]?.name ?? ''),
    calls ? '' : (match.sides[1 - own]?.name ?? ''),
  ];
  const places = rules.restTo === 'nobody' ? [0, 1] : [0];
  return (
    <>
      {places.map((place) => {
        const question = say(calls ? (place ? 'others_took' : 'caller_took') : 'side_took', {
          side: names[place]!,
          players: match.sides[place ? 1 - own : own]?.seats.length ?? 1,
        });
        return (
          <div class={`taken ${calls && place ? '' : sideClass(place ? 1 - own : own)}`}>
            <h3>{question}</h3>
            <Pad
              label={question}
              most={total(rules)}
              value={taken[place]}
              choose={(points) => change(withTaken(record, rules, match, place, points))}
            />
          </div>
        );
      })}
    </>
  );
}

interface PadProps {
  label: string;
  most: number;
  value: number | undefined;
  choose: (points: number | undefined) => void;
}

function Pad({ label, most, value, choose }: PadProps) {
  if (most > MOST_BUTTONS) {
    return (
      <input
        inputMode="numeric"
        aria-label={label}
        value={value ?? ''}
        onInput={(event) => {
          const points = Number.parseInt(event.currentTarget.value, 10);
          choose(points >= 0 && points <= most ? points : undefined);
        }}
      />
    );
  }
  return (
    <Radios class="pad" aria-label={label}>
      {Array.from({ length: most + 1 }, (_, points) => (
        <button
          class="hole"
          role="radio"
          aria-checked={value === points}
          onClick={() => choose(value === points ? undefined : points)}
        >
          <span class="figure">{points}</span>
        </button>
      ))}
    </Radios>
  );
}
