import { fixedClock } from '#src/platform/time/clock.ts';
import { startFreshStack } from './e2e-stack.ts';

/** A Wednesday before noon in every time zone of the demo dealers: stock, offers and hours are those of that day. */
export const VISUAL_NOW = '2026-11-18T00:30:00Z';

/** The same product as in the browser tests, on a day that does not pass. */
export default async function setup() {
  const stack = await startFreshStack(fixedClock(VISUAL_NOW));
  return () => stack.stop();
}
