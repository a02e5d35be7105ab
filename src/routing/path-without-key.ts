/** The id in a valuation's address opens it; VALUATION_PATH is not imported, to keep every page's script small. */
const VALUATION_KEY = /^(\/value-my-car)\/[^/]+/;

/** A path that may be stored and reported: a valuation's page without its key. */
export const pathWithoutKey = (path: string): string => path.replace(VALUATION_KEY, '$1');
