/** `YYYY-MM-DD`, in local time. */
export type CalendarDate = string;

// Days are counted between UTC midnights, so that daylight saving has no effect.
const utcMidnight = (date: CalendarDate): number => Date.parse(`${date}T00:00:00Z`);

/** 0 Sunday to 6 Saturday. */
export const weekdayOf = (date: CalendarDate): number => new Date(utcMidnight(date)).getUTCDay();

export function addDays(date: CalendarDate, days: number): CalendarDate {
  const day = new Date(utcMidnight(date));
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
}
