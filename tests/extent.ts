/**
 * How much a run of the tests takes, `TEST_EXTENT`:
 * - `core`, of `npm test`: every row of the catalogue, and the shopper's main journeys in a browser.
 * - `wide`, of `npm test -- --wide`, and of a runner that is started by itself: every test, each on the demo dealers that
 *   differ in it.
 * - `full`, of `npm test -- --full`: every test on every dealer and both databases, and long properties.
 */
const extent = process.env.TEST_EXTENT ?? 'wide';

export const IS_CORE = extent === 'core';
export const IS_FULL = extent === 'full';

const SHARE = 20;
const SEED = 20_261_123;

/** How long a property is tried: in full with new examples each time, else a seeded twentieth. */
export const runs = (full: number): { numRuns: number; seed?: number } =>
  IS_FULL ? { numRuns: full } : { numRuns: Math.ceil(full / SHARE), seed: SEED };
