import { DAY_MS } from '../clock.ts';

/** `YYYY-MM-DD`, a day on the wall calendar of wherever the place is. */
export type CalendarDate = string;

// Midnight UTC stands for the whole day, so that daylight saving never shifts the count.
const utcMidnight = (date: CalendarDate): number => Date.parse(`${date}T00:00:00Z`);

/** 0 Sunday to 6 Saturday. */
export const weekdayOf = (date: CalendarDate): number => new Date(utcMidnight(date)).getUTCDay();

export const addDays = (date: CalendarDate, days: number): CalendarDate =>
  new Date(utcMidnight(date) + days * DAY_MS).toISOString().slice(0, 10);
