/** Addresses of the quick quote: browsers need them without the schemas. */

/** FIN-03. */
export const QUOTE_PATH = '/api/youx/quote';
/** FIN-04. */
export const CREATE_CUSTOMER_PATH = '/api/youx/create-customer';
