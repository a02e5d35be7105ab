/** Separate, so that the initial script does not load what else reads the record. */
export const SHOPPER_KEY = 'forecourt:shopper';
