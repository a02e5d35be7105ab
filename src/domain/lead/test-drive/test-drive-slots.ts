import type { Location } from '#src/config/sections/locations.ts';
import type { TestDriveConfig } from '#src/config/sections/test-drive.ts';
import { zonedDate } from '../../clock.ts';
import { addDays, type CalendarDate } from '../../location/calendar.ts';
import { timesOn } from '../../location/hours.ts';
import { minutesOf } from '../../time-of-day.ts';
import { type WallClock, wallClock } from '../../wall-clock.ts';

/** Local start of a test drive at its location, `YYYY-MM-DDTHH:MM`. */
export type Slot = string;

/** Where and by which rules test drives are offered. */
export type SlotPlan = {
  hours: Pick<Location, 'opening_hours' | 'special_hours'>;
  rules: Omit<TestDriveConfig, 'slots'>;
  /** IANA name, `Australia/Sydney`. */
  timeZone: string;
};

/** Bookings by slot. */
export type TakenSlots = ReadonlyMap<Slot, number>;

const SLOT = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})$/;
const MINUTES_PER_HOUR = 60;
const MS_PER_HOUR = 3_600_000;

const twoDigits = (count: number) => String(count).padStart(2, '0');
const timeAt = (minutes: number): string =>
  `${twoDigits(Math.floor(minutes / MINUTES_PER_HOUR))}:${twoDigits(minutes % MINUTES_PER_HOUR)}`;

/** Starts of one day, from opening on; a drive ends by closing time. */
function startsOn({ hours, rules: { slotMinutes } }: SlotPlan, date: CalendarDate): Slot[] {
  const times = timesOn(hours, date);
  if (!times) return [];
  const last = minutesOf(times.close) - slotMinutes;
  const starts: Slot[] = [];
  for (let start = minutesOf(times.open); start <= last; start += slotMinutes) {
    starts.push(`${date}T${timeAt(start)}`);
  }
  return starts;
}

/** Whether the moment exists in the calendar, and leaves time to prepare the car. */
function isInTime(slot: Slot, { rules }: SlotPlan, instantAt: WallClock, now: Date): boolean {
  const start = instantAt(slot);
  return start !== undefined && start.getTime() - now.getTime() >= rules.noticeHours * MS_PER_HOUR;
}

/** FORM-12: every slot not yet full, soonest first, from today to the last day of the horizon. */
export function freeSlots(plan: SlotPlan, now: Date, taken: TakenSlots): Slot[] {
  const today = zonedDate(now, plan.timeZone).date;
  const instantAt = wallClock(plan.timeZone);
  const days = Array.from({ length: plan.rules.horizonDays + 1 }, (_, ahead) => addDays(today, ahead));
  return days
    .flatMap((date) => startsOn(plan, date))
    .filter((slot) => (taken.get(slot) ?? 0) < plan.rules.capacity && isInTime(slot, plan, instantAt, now));
}

/** Whether a slot is one of the plan's at this moment, free or full. */
export function isOffered(slot: Slot, plan: SlotPlan, now: Date): boolean {
  const date = SLOT.exec(slot)?.[1];
  if (date === undefined) return false;
  const today = zonedDate(now, plan.timeZone).date;
  return (
    date >= today &&
    date <= addDays(today, plan.rules.horizonDays) &&
    startsOn(plan, date).includes(slot) &&
    isInTime(slot, plan, wallClock(plan.timeZone), now)
  );
}
