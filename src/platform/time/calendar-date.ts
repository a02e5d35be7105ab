/** `YYYY-MM-DD`, a day on the wall calendar of wherever the place is. */
export type CalendarDate = string;

// Midnight UTC represents the day, so that daylight saving never shifts the count.
const utcMidnight = (date: CalendarDate): number => Date.parse(`${date}T00:00:00Z`);

/** 0 Sunday to 6 Saturday. */
export const weekdayOf = (date: CalendarDate): number => new Date(utcMidnight(date)).getUTCDay();

export function addDays(date: CalendarDate, days: number): CalendarDate {
  const day = new Date(utcMidnight(date));
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
}
