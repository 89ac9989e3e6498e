import type { HandRecord, Match } from 'pitchkeeper-client';
import { Radios } from '../Choices';
import { sideClass } from '../Score';
import { say } from '../../wording';

interface Props {
  match: Match;
  record: HandRecord;
  change: (record: HandRecord) => void;
}

/** Who had the called card, and so plays with the pitcher. */
export function Partner({ match, record, change }: Props) {
  const { contract } = record;
  if (!contract) return null;
  return (
    <Radios class="taken" aria-label={say('who_is_partner')}>
      <h3>{say('who_is_partner')}</h3>
      <div class="seats">
        {match.players.map(({ seat, name, side }) => (
          <button
            class={`hole ${sideClass(side)}`}
            role="radio"
            aria-checked={contract.partner === seat}
            onClick={() => change({ ...record, contract: { ...contract, partner: seat } })}
          >
            <span class="cut">{seat === contract.pitcher ? say('alone_short') : name}</span>
          </button>
        ))}
      </div>
    </Radios>
  );
}
