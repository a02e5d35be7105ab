/**
/**
 * What opens a valuation, a reservation or a payment, and what confirms or stops alerts; paths are not imported, to keep
 * every page’s script small.
 */
const KEYS = /^(\/(?:value-my-car|reservations|online-payment))\/[^/]+|^(\/save-search)\/.*$/;

/** A path that may be stored and reported: a page without its key. */
export const pathWithoutKey = (path: string): string => path.replace(KEYS, '$1$2');
