import * as v from 'valibot';
import { choice, HttpsUrlSchema } from '#src/config/sections/setting-types.ts';
import {
  CHECKOUT_PATHS,
  CONTACT_PATHS,
  FINANCE_PATHS,
  GARAGE_PATHS,
  LOCATION_PATHS,
  TRADE_IN_PATHS,
  VALUATION_TERMS_PATHS,
} from './link-paths.ts';

/** CFG-12: forms of addresses this site uses; others redirect to them. */
export const LinksSchema = v.strictObject({
  finance: v.optional(
    v.pipe(
      v.union(
        [v.picklist(FINANCE_PATHS), HttpsUrlSchema],
        `one of ${FINANCE_PATHS.join(', ')}, or a full "https://" address`,
      ),
      v.description('CFG-12: where finance links lead'),
    ),
    '/finance',
  ),
  tradeIn: choice(TRADE_IN_PATHS, '/trade-in', 'CFG-12: address of the trade-in page'),
  checkout: choice(
    CHECKOUT_PATHS,
    '/checkout',
    'CFG-12: how a car is reserved: /cars/<slug>/checkout, /cars/<slug>/buy-online or /checkout-journey?car_id=<slug>',
  ),
  contact: choice(CONTACT_PATHS, '/contact', 'CFG-12, NAV-06: address of the contact page'),
  locationContact: choice(
    ['location', 'contact-us', 'long'],
    'location',
    'NAV-06: where a location is contacted: on its own page, at /contact-us/<location>, or at /contact-<dealer>-<suburb>-<make>',
  ),
  locations: choice(LOCATION_PATHS, '/locations', 'NAV-04: address of location pages'),
  models: choice(['/models', '/'], '/models', 'NAV-03: address of model pages: /models/<model> or /<model>'),
  valuationTerms: choice(
    VALUATION_TERMS_PATHS,
    '/value-my-car-terms-and-conditions',
    'CFG-12: address of the valuation terms',
  ),
  garage: choice(GARAGE_PATHS, '/my-garage', 'NAV-08: address of the garage of a signed-in shopper'),
});

export type LinksConfig = v.InferOutput<typeof LinksSchema>;
