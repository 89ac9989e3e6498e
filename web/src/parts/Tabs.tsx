import { address, place } from '../places';
import { say } from '../wording';
import { Icon, type IconName } from './Icon';

const TABS: readonly { name: string; icon: IconName }[] = [
  { name: 'table', icon: 'table' },
  { name: 'hands', icon: 'list' },
  { name: 'settle', icon: 'scales' },
  { name: 'phones', icon: 'phone' },
];

export function Tabs({ matchId }: { matchId: string }) {
  const here = place.value[2] ?? 'table';
  return (
    <nav class="tabs" aria-label={say('tabs')}>
      {TABS.map(({ name, icon }) => (
        <a
          class={name === here ? 'button on' : 'button'}
          href={name === 'table' ? address('m', matchId) : address('m', matchId, name)}
          aria-current={name === here ? 'page' : undefined}
        >
          <Icon name={icon} />
          {say(`tab.${name}`)}
        </a>
      ))}
    </nav>
  );
}
