import { zonedDate } from './clock.ts';

const MS_PER_MINUTE = 60_000;
const MS_PER_DAY = 86_400_000;

/** How far ahead of UTC a wall clock is at an instant, whole minutes. */
function offsetMs(instant: number, timeZone: string): number {
  const { date, time } = zonedDate(new Date(instant), timeZone);
  const minute = Math.floor(instant / MS_PER_MINUTE) * MS_PER_MINUTE;
  return Date.parse(`${date}T${time}Z`) - minute;
}

/**
 * The instant at which a wall clock shows a local time, the earlier one where it shows it twice; undefined where the
 * clock is put forward over it.
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
    const day = Math.floor(asUtc / MS_PER_DAY) * MS_PER_DAY;
    // No clock is put twice within these days.
    const before = offsetAt(day - MS_PER_DAY);
    const after = offsetAt(day + 2 * MS_PER_DAY);
    if (before === after) return new Date(asUtc - before);
    const instants = [asUtc - before, asUtc - after].sort((a, b) => a - b);
    const found = instants.find((instant) => instant + offsetMs(instant, timeZone) === asUtc);
    return found === undefined ? undefined : new Date(found);
  };
}
