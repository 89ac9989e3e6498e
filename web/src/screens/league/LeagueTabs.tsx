import type { League } from 'pitchkeeper-client';
import { Icon, type IconName } from '../../parts/Icon';
import { address, place } from '../../places';
import { say } from '../../wording';

interface Tab {
  name: 'night' | 'standings' | 'money' | 'teams';
  icon: IconName;
}

const TABS: readonly Tab[] = [
  { name: 'night', icon: 'table' },
  { name: 'standings', icon: 'list' },
  { name: 'money', icon: 'coin' },
  { name: 'teams', icon: 'phone' },
];

/** The places of a league; where nobody owes anything there is no money. */
export function LeagueTabs({ league }: { league: League }) {
  const here = place.value[2] ?? 'night';
  const tabs = TABS.filter(({ name }) => name !== 'money' || (league.format.fee ?? 0) > 0);
  return (
    <nav class="tabs" aria-label={say('tabs')} style={{ '--tabs': tabs.length }}>
      {tabs.map(({ name, icon }) => (
        <a
          class={name === here ? 'button on' : 'button'}
          href={name === 'night' ? address('league', league.leagueId) : address('league', league.leagueId, name)}
          aria-current={name === here ? 'page' : undefined}
        >
          <Icon name={icon} />
          {say(`league_tab.${name}`)}
        </a>
      ))}
    </nav>
  );
}
