import type { Format } from 'pitchkeeper-client';
import { isKnockOut } from '../../league/night';
import { Choices } from '../../parts/Choices';
import { say } from '../../wording';
import { Amount } from './Amount';

interface Props {
  format: Format;
  change: (changed: Partial<Format>) => void;
}

const RANKINGS = ['score', 'rate'] as const;
const LATE = ['nothing', 'byes'] as const;
const LEAVERS = ['as_others', 'last'] as const;

/** What makes a season fair in which not everybody plays as often: byes that pay, rates, leavers. */
export function Uneven({ format, change }: Props) {
  const ranking = format.ranking ?? 'score';
  return (
    <>
      <Choices
        label={say('league.ranking')}
        chosen={ranking}
        choices={RANKINGS.map((value) => ({ value, label: say(`league_ranking.${value}`) }))}
        onChoose={(chosen) => change({ ranking: chosen, ...(chosen === 'rate' && { byePays: 0 }) })}
      />
      {ranking === 'score' && (
        <Amount
          label={say('league.bye_pays')}
          amount={format.byePays ?? 0}
          one={1}
          change={(byePays) => change({ byePays })}
        />
      )}
      {!isKnockOut(format) && (
        <Choices
          label={say('league.late')}
          chosen={format.late ?? 'nothing'}
          choices={LATE.map((value) => ({ value, label: say(`league_late.${value}`) }))}
          onChoose={(late) => change({ late })}
        />
      )}
      <Choices
        label={say('league.leavers')}
        chosen={format.leavers ?? 'as_others'}
        choices={LEAVERS.map((value) => ({ value, label: say(`league_leavers.${value}`) }))}
        onChoose={(leavers) => change({ leavers })}
      />
    </>
  );
}
