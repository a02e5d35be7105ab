import type { Clock } from '#src/domain/clock.ts';

/** A clock that shows the right time at `started`, in ms, and has run `speed` times as fast since. */
export const fastClock = (started: number, speed: number): Clock => ({
  now: () => new Date(started + (Date.now() - started) * speed),
});
