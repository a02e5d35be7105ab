import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/platform/time/duration.ts';

/** "5 min", "7 h", "12 d". */
export function ageText(since: string | undefined, at: string): string {
  if (since === undefined) return '–';
  const age = Math.max(0, Date.parse(at) - Date.parse(since));
  if (age < 2 * HOUR_MS) return `${Math.floor(age / MINUTE_MS)} min`;
  return age < 2 * DAY_MS ? `${Math.floor(age / HOUR_MS)} h` : `${Math.floor(age / DAY_MS)} d`;
}

/** "2026-07-10 02:00 UTC". */
export const utcText = (at: string): string => `${at.slice(0, 16).replace('T', ' ')} UTC`;
