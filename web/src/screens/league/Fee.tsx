import type { Format } from 'pitchkeeper-client';
import { unit } from '../../league/night';
import { Choices } from '../../parts/Choices';
import { say } from '../../wording';
import { Amount, OptionalAmount } from './Amount';

interface Props {
  format: Format;
  change: (changed: Partial<Format>) => void;
}

const DEBTORS = ['entrant', 'player'] as const;
const GUESTS = ['count', 'void'] as const;

/** What a night costs and who pays it, for how many there is room, and how guests and latecomers are treated. */
export function Fee({ format, change }: Props) {
  const { currency = 'USD', fee = 0, pairing = 'teams', players = 2 } = format;
  return (
    <>
      <Amount
        label={say('league.fee', { currency })}
        amount={fee}
        one={unit(currency)}
        change={(amount) => change({ fee: amount })}
      />
      {pairing === 'teams' && players > 1 && (
        <Choices
          label={say('league.fee_by')}
          chosen={format.feeBy ?? 'entrant'}
          choices={DEBTORS.map((value) => ({ value, label: say(`league_fee_by.${value}`) }))}
          onChoose={(feeBy) => change({ feeBy })}
        />
      )}
      <OptionalAmount
        label={say('league.guest_fee', { currency })}
        otherwise={say('league.as_the_others')}
        amount={format.guestFee}
        one={unit(currency)}
        change={(guestFee) => change({ guestFee })}
      />
      <Choices
        label={say('league.guests')}
        chosen={format.guests ?? 'count'}
        choices={GUESTS.map((value) => ({ value, label: say(`league_guests.${value}`) }))}
        onChoose={(guests) => change({ guests })}
      />
      <OptionalAmount
        label={say('league.room')}
        otherwise={say('league.no_limit')}
        amount={format.places}
        one={1}
        change={(places) => change({ places: places || null })}
      />
      <OptionalAmount
        label={say('league.late_after')}
        otherwise={say('league.you_decide')}
        amount={format.lateAfter}
        one={1}
        change={(minutes) => change({ lateAfter: minutes || null })}
      />
    </>
  );
}
