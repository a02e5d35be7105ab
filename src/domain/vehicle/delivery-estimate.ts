/** VDP-13: exact words. */
export const NO_POSTCODE_MESSAGE = 'Please enter a postcode.';
export const NO_ESTIMATE_MESSAGE =
  "Sorry, we can't provide an estimate for that location. Please use the enquiry form on this page or give us a call to get a quote.";
export const POSTCODE_EXAMPLE = '4000';
/** Of the form that works without JavaScript. */
export const DELIVERY_FIELD = 'delivery_postcode';
