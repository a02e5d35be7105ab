import * as v from 'valibot';
import { list, SecretNameSchema } from '#src/config/sections/setting-types.ts';

/** CONT-08 */
export const PAYMENT_LOGOS = ['mastercard', 'visa', 'maestro', 'google_pay', 'apple_pay'] as const;

/** BUY-01: how shoppers pay on the site. */
export const PaymentsSchema = v.strictObject({
  stripe: v.optional(
    v.pipe(
      v.strictObject({
        secretKey: v.pipe(
          SecretNameSchema,
          v.description('CFG-23: environment variable with the secret key of the Stripe account'),
        ),
        webhookSecret: v.pipe(
          SecretNameSchema,
          v.description('CFG-23: environment variable with the secret of its webhook, /api/payments/webhook'),
        ),
      }),
      v.description(
        'BUY-01: the dealer’s account at Stripe. Without it, or without its secrets, a reservation is a request and nothing is paid',
      ),
    ),
  ),
  logos: list(
    v.picklist(PAYMENT_LOGOS, `one of ${PAYMENT_LOGOS.join(', ')}`),
    'CONT-08: logos of accepted payments, in order, at the foot of pages and where one pays',
  ),
});
