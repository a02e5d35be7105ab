/** Where a browser stores a shopper's own terms; one origin per dealer keeps those of two sites apart. */
export const OWN_TERMS_KEY = 'forecourt:own';
