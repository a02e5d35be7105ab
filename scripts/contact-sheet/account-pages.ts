import { createHash } from 'node:crypto';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { canonicalOrigin } from '#src/config/public/public-config.ts';
import { ALERTS_LAST_MS } from '#src/features/account/saved-searches/saved-search.ts';
import { signInContact } from '#src/features/account/server/queries/contact-queries.ts';
import { storeSavedSearch } from '#src/features/account/server/queries/saved-search-queries.ts';
import { watchVehicles } from '#src/features/account/server/queries/watchlist-queries.ts';
import { startSession } from '#src/features/account/server/session.ts';
import { presentVehicles } from '#src/features/stock/server/queries/index-change-queries.ts';
import { pricingOf } from '#src/features/vehicle/price/price-display.ts';
import { toStockedVehicle } from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import type { StockedVehicle } from '#src/features/vehicle/vehicle.ts';
import { comparePath } from '#src/platform/routing/compare-path.ts';
import { checkoutPath, SAVED_PATH } from '#src/platform/routing/page-paths.ts';
import { comparesVehicles, watchesVehicles } from '#src/platform/routing/site-routes.ts';
import type { Services } from '#src/server/services.ts';
import type { PageType } from './sheet-pages.ts';

const PHONE = '0491570156';
const SAVED = 3;
const COMPARED = 4;
const CHEAPER_CENTS = 100_000;
/** Among so many of the oldest there is one of each kind. */
const LOOKED_AT = 200;

/** Of one dealer, those for sale. */
async function stockOf({ db }: Services, dealer: DealerConfig): Promise<StockedVehicle[]> {
  for await (const rows of presentVehicles(db, { of: [dealer.slug] }, LOOKED_AT))
    return rows.map(toStockedVehicle).filter(({ status, reserved }) => status === 'in_stock' && !reserved);
  return [];
}

/** A shopper with an account, a saved search, and saved vehicles that have become cheaper. @returns the cookie */
async function signIn(
  services: Services,
  dealer: DealerConfig,
  stock: readonly StockedVehicle[],
): Promise<string> {
  const { db, clock } = services;
  const now = clock.now();
  const at = now.toISOString();
  const contact = await signInContact(
    db,
    { dealer: dealer.slug, phone: PHONE },
    {
      ...{
        firstName: 'Robin',
        lastName: 'Ash',
        email: 'robin@example.com',
        website: canonicalOrigin(dealer),
      },
      ...{ dealershipSlug: dealer.dealerships[0]?.slug ?? '', optInConsent: null, termsConsent: null },
    },
    at,
  );
  for (const vehicle of stock.slice(0, SAVED)) {
    const { price, price_type: type } = pricingOf(vehicle, dealer.stock.defaultPriceType);
    const saved = price === null || type === null ? undefined : { cents: price + CHEAPER_CENTS, type };
    await watchVehicles(db, contact, [{ vehicleId: vehicle.id, savedAt: at, price: saved }]);
  }
  await storeSavedSearch(db, {
    ...{ id: `search-of-${dealer.slug}`, dealer: dealer.slug, contact_id: contact.id, channel: 'email' },
    ...{ recipient: contact.email, search: 'car_type=used', name: 'Used', consent: '{}', created_at: at },
    search_hash: createHash('sha256').update('car_type=used').digest('base64url'),
    ...{ stop_token: `stop-of-${dealer.slug}`, confirmed_at: at },
    expires_at: new Date(now.getTime() + ALERTS_LAST_MS).toISOString(),
  });
  return startSession(services, contact);
}

/** Pages that are empty, or closed, to a shopper without saved vehicles and an account. */
export async function accountPages(services: Services, dealer: DealerConfig): Promise<PageType[]> {
  const stock = await stockOf(services, dealer);
  const { account } = dealer;
  const cookie = account.signIn ? (await signIn(services, dealer, stock)).split(';')[0] : undefined;
  const compared = stock.slice(0, COMPARED).map(({ slug }) => slug);
  const reservable = stock.find(({ payment_processors }) => payment_processors.length > 0);
  return [
    ...(cookie && account.myGarage ? [{ name: 'garage', path: dealer.links.garage, cookie }] : []),
    ...(cookie && watchesVehicles(dealer) ? [{ name: 'watchlist', path: SAVED_PATH, cookie }] : []),
    ...(comparesVehicles(dealer) ? [{ name: 'comparison', path: comparePath(compared) }] : []),
    ...(reservable ? [{ name: 'checkout', path: checkoutPath(dealer, reservable), cookie }] : []),
    ...(cookie && account.onlinePayment
      ? [{ name: 'online-payment-form', path: '/online-payment', cookie }]
      : []),
  ];
}
