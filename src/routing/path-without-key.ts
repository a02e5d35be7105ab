/** The id in the address of a valuation is the key to it; VALUATION_PATH is not imported, for the size of every page's script. */
const VALUATION_KEY = /^(\/value-my-car)\/[^/]+/;

/** A path as it may be remembered and reported: of a valuation's page without the key. */
export const pathWithoutKey = (path: string): string => path.replace(VALUATION_KEY, '$1');
