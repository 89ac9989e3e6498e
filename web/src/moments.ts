import { settings } from './settings';

const TIME = { hour: 'numeric', minute: '2-digit' } as const;

/** A time of day, and where that is not today the day before it. */
export function moment(said: string): string {
  const at = new Date(said);
  const isToday = at.toDateString() === new Date().toDateString();
  const day = isToday ? {} : ({ weekday: 'short', month: 'short', day: 'numeric' } as const);
  return at.toLocaleString(settings.value.language, { ...day, ...TIME });
}
