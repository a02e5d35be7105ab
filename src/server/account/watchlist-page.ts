import type { DealerConfig } from '#src/config/dealer-config.ts';
import { isAvailable } from '#src/domain/vehicle/availability.ts';
import type { StockedVehicle } from '#src/domain/vehicle/vehicle.ts';
import { findVehicleBySlug } from '#src/providers/database/vehicles.ts';
import { isWatched, unwatchVehicles } from '#src/providers/database/watchlists.ts';
import { watchesVehicles } from '#src/routing/site-routes.ts';
import type { Watchlist } from '#src/wire/watchlist.ts';
import type { Services } from '../services.ts';
import { entriesOf, type SavedEntry } from '../vehicles/saved-vehicles.ts';
import { pageOf } from '../vehicles/vehicle-page.ts';
import { signedInContact } from './session.ts';
import { asWatchlist, ownList } from './watchlist.ts';

type PageServices = Pick<Services, 'db' | 'clock' | 'env' | 'log'>;

/** FAV-06: the page of saved vehicles. */
export type WatchlistPage =
  /** The browser's own list; `canSignIn` where the site has a watchlist. */
  | { kind: 'local'; canSignIn: boolean }
  | { kind: 'watchlist'; entries: SavedEntry[]; list: Watchlist }
  /** A vehicle was removed; the page is read again. */
  | { kind: 'changed' };

/** Handles GET and POST of the page; a POST removes the vehicle it names from the list of the person who is signed in. */
export async function watchlistPage(
  services: PageServices,
  dealer: DealerConfig,
  request: Request,
): Promise<WatchlistPage> {
  const isPost = request.method === 'POST';
  if (!watchesVehicles(dealer)) return isPost ? { kind: 'changed' } : { kind: 'local', canSignIn: false };
  const cookies = request.headers.get('cookie');
  if (isPost) {
    const owner = await signedInContact(services, dealer.slug, cookies);
    const removed = new URLSearchParams(await request.text()).get('remove');
    if (owner && removed) await unwatchVehicles(services.db, owner, [removed]);
    return { kind: 'changed' };
  }
  return (await ownWatchlist(services, dealer, cookies)) ?? { kind: 'local', canSignIn: true };
}

/**
 * The list of the person who is signed in, with what has changed; undefined for anyone else.
 * @param most entries, the newest; all where undefined
 */
export async function ownWatchlist(
  services: PageServices,
  dealer: DealerConfig,
  cookies: string | null,
  most?: number,
): Promise<Extract<WatchlistPage, { kind: 'watchlist' }> | undefined> {
  const own = watchesVehicles(dealer) ? await ownList(services, dealer, cookies) : undefined;
  if (!own) return undefined;
  const saved = own.rows.slice(0, most).map(({ vehicleId, price }) => ({ id: vehicleId, price }));
  const shown = new Set(saved.map(({ id }) => id));
  const vehicles = own.vehicles.filter(({ id }) => shown.has(id));
  return {
    kind: 'watchlist',
    entries: await entriesOf(services, dealer, { saved, vehicles, isWatched: true }),
    list: asWatchlist(own, dealer),
  };
}

/** VDP-16: a sold vehicle whose own page has ended, for the person who watches it. */
export type WatchedPage = { kind: 'watched'; vehicle: StockedVehicle } | { kind: 'elsewhere' | 'unknown' };

/** `elsewhere` is the vehicle's own page, which knows what has become of it. */
export async function watchedPage(
  services: PageServices,
  dealer: DealerConfig,
  slug: string,
  cookies: string | null,
): Promise<WatchedPage> {
  const owner = watchesVehicles(dealer) ? await signedInContact(services, dealer.slug, cookies) : undefined;
  const vehicle = owner && (await findVehicleBySlug(services.db, dealer.slug, slug));
  if (!owner || !vehicle || !(await isWatched(services.db, owner, vehicle.id))) return { kind: 'elsewhere' };
  const page = pageOf(vehicle, dealer, services.clock.now()).kind;
  if (page === 'unknown') return { kind: 'unknown' };
  return page !== 'listed' && !isAvailable(vehicle) ? { kind: 'watched', vehicle } : { kind: 'elsewhere' };
}
