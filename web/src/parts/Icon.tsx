// Two-pixel lines on a square of 24; beside each stands a word, but for back and more.
const PATHS = {
  back: 'M15 5l-7 7 7 7',
  on: 'M9 5l7 7-7 7',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  undo: 'M8 5 3.5 9.5 8 14M4 9.5h10a6 6 0 0 1 0 12h-3',
  edit: 'M4 20l1-4L16 5l3 3L8 19l-4 1Z',
  share: 'M12 3v12M12 3 8 7M12 3l4 4M5 12v8h14v-8',
  phone:
    'M8 2.5h8a1.5 1.5 0 0 1 1.5 1.5v16a1.5 1.5 0 0 1-1.5 1.5H8A1.5 1.5 0 0 1 6.500 20V4A1.5 1.5 0 0 1 8 2.500ZM11 18h2',
  list: 'M4 6h16M4 12h16M4 18h10',
  scales: 'M12 3v18M7 21h10M4 7h16M4 7l-2 6a3.5 3.5 0 0 0 5 0L4.5 7M20 7l-2.5 6a3.5 3.5 0 0 0 5 0L20 7',
  ask: 'M8.5 9a3.5 3.5 0 1 1 5.5 2.9c-1.4.9-2 1.7-2 3.1M12 19h.01',
  table: 'M3 12a9 6.5 0 1 0 18 0 9 6.5 0 1 0-18 0',
  coin: 'M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0M12 7.5v9M9.5 9.5 12 7.500',
  check: 'M4 12.5 9.5 18 20 6',
  arrow: 'M4 12h15m0 0-5.5-5.500M19 12l-5.5 5.500',
} as const;

export type IconName = keyof typeof PATHS;
// These point somewhere, so they turn round where one reads from right to left.
const TURNING: ReadonlySet<IconName> = new Set(['back', 'on', 'undo', 'arrow']);

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class={TURNING.has(name) ? 'turns' : undefined} viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
