import { zonedDate } from './clock.ts';
import { DAY_MS, MINUTE_MS } from './duration.ts';

/** How far ahead of UTC a wall clock is at an instant, whole minutes. */
function offsetMs(instant: number, timeZone: string): number {
  const { date, time } = zonedDate(new Date(instant), timeZone);
  const minute = Math.floor(instant / MINUTE_MS) * MINUTE_MS;
  return Date.parse(`${date}T${time}Z`) - minute;
}

/**
 * The instant at which a wall clock shows a local time, the earlier one if it occurs twice; undefined if the clock
 * skips it.
 * @param local `YYYY-MM-DDTHH:MM`
 */
export type WallClock = (local: string) => Date | undefined;

/** @param timeZone IANA name, `Australia/Sydney` */
export function wallClock(timeZone: string): WallClock {
  const known = new Map<number, number>();
  function offsetAt(instant: number): number {
    const offset = known.get(instant) ?? offsetMs(instant, timeZone);
    known.set(instant, offset);
    return offset;
  }
  return (local) => {
    const asUtc = Date.parse(`${local}Z`);
    const day = Math.floor(asUtc / DAY_MS) * DAY_MS;
    // No clock changes twice within these days.
    const before = offsetAt(day - DAY_MS);
    const after = offsetAt(day + 2 * DAY_MS);
    if (before === after) return new Date(asUtc - before);
    const instants = [asUtc - before, asUtc - after].sort((a, b) => a - b);
    const found = instants.find((instant) => instant + offsetMs(instant, timeZone) === asUtc);
    return found === undefined ? undefined : new Date(found);
  };
}
