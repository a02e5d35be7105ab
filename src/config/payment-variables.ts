import * as v from 'valibot';
import { OriginSchema } from './sections/origin.ts';

/** Where payments are taken; keys belong to a dealer, whose file names them. */
export const PAYMENT_VARIABLES = {
  PAYMENTS_URL: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^https?:\/\/[^\s/]+$/, 'an address without a path that starts with "https://"'),
      v.description('Address of Stripe’s API, for dealers with an account in `payments.stripe`'),
    ),
    'https://api.stripe.com',
  ),
  PAYMENTS_ORIGIN: v.optional(
    v.pipe(
      OriginSchema,
      v.description('Website of the payment pages. Shoppers who pay are sent nowhere else'),
    ),
    'https://checkout.stripe.com',
  ),
};
