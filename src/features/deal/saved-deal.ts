import * as v from 'valibot';
import type { GarageCar } from '#src/features/account/garage-card.ts';
import type { Endpoint } from '#src/platform/http/endpoint.ts';
import { dealQuery, MAX_QUERY_LENGTH, readDeal } from './deal-choices.ts';

/** VDP-238: a browser and an account each hold this many, the newest. */
export const MAX_DEALS = 10;

export const DEALS_PATH = '/api/deals';

const described = (what: string) => v.pipe(v.string(), v.description(what));
const idOf = (what: string) => v.pipe(v.string(), v.nonEmpty(), v.maxLength(64), v.description(what));
const QuerySchema = v.pipe(
  v.string(),
  v.maxLength(MAX_QUERY_LENGTH),
  v.description('The query of the deal’s page, without "?"'),
);
const InstantSchema = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.description('When the shopper last changed it, ISO 8601'),
);

export const SaveDealsSchema = v.object({
  deals: v.pipe(
    v.array(v.object({ car_id: idOf('Id of the vehicle'), query: QuerySchema, saved_at: InstantSchema })),
    v.maxLength(MAX_DEALS),
    v.description('Deals the browser has changed'),
  ),
  remove: v.optional(
    v.pipe(
      v.array(idOf('Id of the vehicle')),
      v.maxLength(MAX_DEALS),
      v.description('Vehicles whose deals it has removed'),
    ),
    [],
  ),
});

const AccountDealSchema = v.strictObject({
  car_id: described('Id of the vehicle'),
  query: described('The query of the deal’s page'),
  saved_at: described('When it was last changed'),
  slug: v.optional(described('Last part of the address of the vehicle, while it is listed')),
  name: v.optional(described('Year, make, model and badge, while it is listed')),
});

export const AccountDealsSchema = v.strictObject({
  deals: v.pipe(v.array(AccountDealSchema), v.description('All deals of the account, newest first')),
});
export type AccountDeals = v.InferOutput<typeof AccountDealsSchema>;

/** A deal in the list of an account. */
export type ListedDeal = {
  carId: string;
  /** "A vehicle that is no longer listed" without one. */
  name: string;
  /** Opens the deal; undefined if its vehicle is no longer listed. */
  href: string | undefined;
  /** Undefined if it is no longer listed. */
  car: GarageCar | undefined;
  /** `$34,990 in total, $22,490 left to finance`, or what has become of the vehicle. */
  text: string;
  /** When it was last changed, in ISO 8601, and as `1 July 2026`. */
  savedAt: string;
  date: string;
};

/** Drops everything but the choices, so that a stored deal holds no other data. */
export const plainDealQuery = (query: string): string =>
  dealQuery(readDeal(new URLSearchParams(query)).choices);

export const DEAL_ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'POST',
    path: DEALS_PATH,
    summary:
      'Merges the deals of a browser into the account of the signed-in shopper, on sites with `deals.enabled`. Of two deals for one vehicle the later one stays; the eleventh replaces the oldest.',
    request: SaveDealsSchema,
    sample: {
      deals: [{ car_id: 'k3yq8vw2', query: 'v=1&trade=12000', saved_at: '2026-07-01T00:00:00.000Z' }],
      remove: [],
    },
    response: AccountDealsSchema,
    statuses: {
      200: 'The deals of the account as they are now',
      400: '`bad_request`: the body doesn’t match',
      403: '`sign_in_required`: no one is signed in',
      404: '`deals_off`: the site has no deals',
    },
  },
];
