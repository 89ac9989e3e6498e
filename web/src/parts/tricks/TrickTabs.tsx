import type { HandRecord, Match, Rules } from 'pitchkeeper-client';
import type { Pack } from '../../hand/pack';
import { played } from '../../hand/play';
import { sideClass } from '../Score';
import { say } from '../../wording';

interface Props {
  match: Match;
  rules: Rules;
  record: HandRecord;
  pack: Pack;
  at: number;
  /** The first that is not whole; nothing can be laid to those after it yet. */
  front: number;
  open: (at: number) => void;
}

// More tricks than these stand in two rows.
const MOST_BESIDE = 6;

/** Every trick of the hand with who won it: a tap goes back to it. */
export function TrickTabs({ match, rules, record, pack, at, front, open }: Props) {
  const tricks = played(record, rules, match, pack);
  const beside = rules.keep > MOST_BESIDE ? Math.ceil(rules.keep / 2) : rules.keep;
  return (
    <ol class="trick-tabs" style={{ '--beside': beside }}>
      {Array.from({ length: rules.keep }, (_, place) => {
        const winner = match.players[tricks[place]?.winner ?? -1];
        const state = winner ? 'trick_of' : place < tricks.length && place !== at ? 'trick_open' : 'trick';
        return (
          <li>
            <button
              class={`${winner ? sideClass(winner.side) : ''} ${state === 'trick_open' ? 'gap' : ''}`}
              aria-label={say(state, { trick: place + 1, name: winner?.name ?? '' })}
              aria-current={place === at ? 'step' : undefined}
              disabled={place > front}
              onClick={() => open(place)}
            >
              {place + 1}
              <small class="cut">{winner?.name ?? (state === 'trick_open' ? '?' : '')}</small>
            </button>
          </li>
        );
      })}
    </ol>
  );
}
