import { useEffect } from 'preact/hooks';

import { load, sheets } from '../matches';
import { address } from '../places';
import { plain, signed } from '../parts/Score';
import { Screen } from '../parts/Screen';
import { Tabs } from '../parts/Tabs';
import { bidLabel } from '../hand/bids';
import { say } from '../wording';

/** Every hand of the match, and the sheet to take away. */
export function Hands({ matchId }: { matchId: string }) {
  useEffect(() => void load(matchId).catch(() => undefined), [matchId]);
  const match = sheets.value[matchId];
  return (
    <Screen title={say('tab.hands')} back={address('m', matchId)} foot={<Tabs matchId={matchId} />}>
      <ol class="lines">
        {match?.lines.map((line) => (
          <li>
            <a class="row" href={address('m', matchId, 'hand', line.number)}>
              <span class="grow">
                <span class="lab">{say('hand_number', { hand: line.number })}</span>
                <br />
                {line.pitcher !== null && line.bid !== null
                  ? say(line.made ? 'bid_made' : 'bid_set', {
                      name: match.players[line.pitcher]?.name ?? '',
                      bid: bidLabel(line.bid),
                    })
                  : say(`standing.${line.standing}`)}
              </span>
              <span class="signed">{line.deltas.map(signed).join(' : ')}</span>
              <span class="figure">{line.scores.map(plain).join(' : ')}</span>
            </a>
          </li>
        ))}
      </ol>
    </Screen>
  );
}
