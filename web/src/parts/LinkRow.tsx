import { Icon } from './Icon';

/** A row that leads elsewhere. */
export function LinkRow({ to, label }: { to: string; label: string }) {
  return (
    <a class="row" href={to}>
      <span class="grow">{label}</span>
      <Icon name="on" />
    </a>
  );
}
