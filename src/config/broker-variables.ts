import * as v from 'valibot';
import { isOrigin } from './sections/origin.ts';
import { vehicleData } from './service-address.ts';

/** CFG-23: where the finance broker is, and where it may send shoppers. */
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
