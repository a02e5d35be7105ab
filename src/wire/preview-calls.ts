import { DELIVERY_PRICE_PATH, gaugePath } from './car-costs.ts';
import { leadsPath } from './leads.ts';
import { SEARCH_PATH, SEARCH_WORDS_PATH } from './search-index.ts';
import { TEST_DRIVE_TIMES_PATH } from './test-drives.ts';

const NAMED = '[a-z0-9-]+';

/** PLAT-04: the endpoints that a preview may call from its own origin, with the one method each takes. */
const PREVIEW_CALLS = [
  ['POST', leadsPath(NAMED)],
  ['POST', SEARCH_PATH],
  ['GET', SEARCH_WORDS_PATH],
  ['GET', DELIVERY_PRICE_PATH],
  ['GET', gaugePath(NAMED)],
  ['GET', TEST_DRIVE_TIMES_PATH],
] as const;

const PATTERNS = PREVIEW_CALLS.map(([method, path]) => ({ method, pattern: new RegExp(`^${path}$`) }));

/** The method of a call from a preview; undefined for an address that previews do not call. */
export const previewMethod = (path: string): 'GET' | 'POST' | undefined =>
  PATTERNS.find(({ pattern }) => pattern.test(path))?.method;
