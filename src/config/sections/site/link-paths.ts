/** Available forms of addresses (CFG-12). Separate from their schema, so that browsers do not load it. */
export const FINANCE_PATHS = ['/finance', '/finance-enquiry', '/apply-for-finance'] as const;
/** Prefix of valuation steps (FORM-10): `/value-my-car/{id}/{page}`. */
export const VALUATION_PATH = '/value-my-car';
/**
 * SRCH-33: the form for saving a search, and links in messages: `/save-search/confirm/{id}/{mac}`,
 * `/save-search/{token}/stop`.
 */
export const SAVE_SEARCH_PATH = '/save-search';
export const TRADE_IN_PATHS = ['/trade-in', '/sell-my-car', '/sell-your-car'] as const;
export const CHECKOUT_PATHS = ['/checkout', '/buy-online', '/checkout-journey'] as const;
export const CONTACT_PATHS = ['/contact', '/contact-us'] as const;
export const LOCATION_PATHS = ['/locations', '/our-location'] as const;
export const VALUATION_TERMS_PATHS = [
  '/value-my-car-terms-and-conditions',
  '/pages/value-my-car-terms-and-conditions',
] as const;
export const GARAGE_PATHS = ['/my-garage', '/mymotorama', '/mybigboxcars', '/myblinkr', '/myservco'] as const;
