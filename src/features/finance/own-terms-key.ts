/** localStorage key of the shopper's own terms; each dealer has its own origin. */
export const OWN_TERMS_KEY = 'forecourt:own';
