/** `npm run test:full` runs everything; `npm test` what proves the same of fewer examples, on the same ones each time. */
export const IS_FULL = process.env.TEST_EXTENT === 'full';

const SHARE = 20;
const SEED = 20_261_123;

/** How long a property is tried: in full with new examples each time, else a seeded twentieth. */
export const runs = (full: number): { numRuns: number; seed?: number } =>
  IS_FULL ? { numRuns: full } : { numRuns: Math.ceil(full / SHARE), seed: SEED };
