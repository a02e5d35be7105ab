import * as v from 'valibot';
import { isOrigin, OriginSchema } from './sections/setting-types.ts';

/** Value in place of a URL: responses are simulated, as in the demo. Never for real shoppers. */
export const SIMULATED = 'made-up';

/** URL of an external service. */
const vehicleData = (what: string, without: string) =>
  v.optional(
    v.pipe(
      v.string(),
      v.check(
        (text) => text === '' || text === SIMULATED || /^https?:\/\//.test(text),
        `an address that starts with "https://", or "${SIMULATED}" for a demo`,
      ),
      v.description(
        `Address of the ${what}; without it ${without}. "${SIMULATED}" invents responses for a demo`,
      ),
    ),
    '',
  );

/** Services that know vehicles, prices and places. */
export const VEHICLE_SERVICE_VARIABLES = {
  REGO_URL: vehicleData(
    'register that looks vehicles up by plate',
    'shoppers enter their vehicle themselves',
  ),
  REGO_KEY: v.optional(v.pipe(v.string(), v.description('Key for REGO_URL')), ''),
  VALUATION_URL: vehicleData('valuer of vehicles', 'the buying team calls with an estimate'),
  VALUATION_KEY: v.optional(v.pipe(v.string(), v.description('Key for VALUATION_URL')), ''),
  PRICE_GAUGE_URL: vehicleData('service that compares prices with the market', 'no price gauge is shown'),
  PRICE_GAUGE_KEY: v.optional(v.pipe(v.string(), v.description('Key for PRICE_GAUGE_URL')), ''),
  DELIVERY_PRICE_URL: vehicleData(
    'service that prices the delivery of vehicles',
    'no delivery calculator is shown',
  ),
  DELIVERY_PRICE_KEY: v.optional(v.pipe(v.string(), v.description('Key for DELIVERY_PRICE_URL')), ''),
  GEOCODING_URL: vehicleData(
    'service that says where addresses are',
    'distances are counted from postcodes alone, which need no service',
  ),
  GEOCODING_KEY: v.optional(v.pipe(v.string(), v.description('Key for GEOCODING_URL')), ''),
};

/** CFG-23: URLs of the finance broker, and where it may redirect shoppers. */
export const BROKER_VARIABLES = {
  BROKER_URL: vehicleData(
    'finance broker',
    'no quotes are shown, and a quick quote is a lead without an application',
  ),
  BROKER_KEY: v.optional(v.pipe(v.string(), v.description('Key for BROKER_URL')), ''),
  BROKER_NAME: v.optional(
    v.pipe(v.string(), v.trim(), v.nonEmpty('a name'), v.description('Name of the broker, for shoppers')),
    'youX',
  ),
  BROKER_ORIGINS: v.optional(
    v.pipe(
      v.string(),
      v.description(
        'Websites of the broker where applications continue, e.g. "https://apply.example.com", separated by commas. Shoppers are sent nowhere else',
      ),
      v.transform((text) => text.split(',').flatMap((origin) => origin.trim().toLowerCase() || [])),
      v.check(
        (origins) => origins.every(isOrigin),
        'addresses without a path that start with "https://", separated by commas',
      ),
    ),
    '',
  ),
};

/** Payment processor; keys belong to dealers, whose files name them. */
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

/** AUTH-01: text message service. */
export const SMS_VARIABLES = {
  SMS_URL: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^(?:https?:\/\/\S+)?$/, 'an address that starts with "https://", or nothing'),
      v.description(
        'Address of the service that sends codes by text message: "https://api.twilio.com", or one that speaks its Messages API; without it no phone number is verified',
      ),
    ),
    '',
  ),
  SMS_ACCOUNT: v.optional(v.pipe(v.string(), v.description('Account at SMS_URL, "AC…"')), ''),
  SMS_KEY: v.optional(v.pipe(v.string(), v.description('Token of SMS_ACCOUNT')), ''),
  SMS_FROM: v.optional(
    v.pipe(v.string(), v.description('Number or name of the sender, or id of a messaging service, "MG…"')),
    '',
  ),
  SMS_A_DAY: v.optional(
    v.pipe(
      v.string(),
      v.description('Codes sent a day, of all dealers together, at most'),
      v.regex(/^\d{1,7}$/, 'a whole number, 0 to 9999999'),
      v.transform(Number),
    ),
    '2000',
  ),
};
