import { createHash } from 'node:crypto';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import {
  readSavedPrice,
  type SavedPrice,
  savedPriceOf,
} from '#src/features/account/saved-cars/saved-change.ts';
import type { MergeRequest, Watchlist } from '#src/features/account/watchlist.ts';
import { toCard } from '#src/features/search/index/search-document.ts';
import { toSearchDocument } from '#src/features/search/index/to-search-document.ts';
import { hasHeart } from '#src/features/vehicle/actions/vehicle-actions.ts';
import { shownPictures } from '#src/features/vehicle/media/vehicle-media.ts';
import { priceDisplay, pricingOf } from '#src/features/vehicle/price/price-display.ts';
import { pageOf } from '#src/features/vehicle/server/find-vehicle-page.ts';
import { findVehicleBySlug, findVehiclesById } from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import { findEnquiredVehicle } from '#src/features/vehicle/server/vehicle-access.ts';
import { isAvailable, type StockedVehicle, vehicleName } from '#src/features/vehicle/vehicle.ts';
import { atomically } from '#src/platform/database/transactions.ts';
import { savedCarImageUrl } from '#src/platform/images/image-url.ts';
import { normalisePhone } from '#src/platform/number/typed-number.ts';
import { watchesVehicles } from '#src/platform/routing/site-routes.ts';
import type { Services } from '#src/server/services.ts';
import type { Contact } from './queries/contact-queries.ts';
import {
  isWatched,
  unwatchVehicles,
  type WatchedRow,
  watchlistOf,
  watchVehicles,
} from './queries/watchlist-queries.ts';
import { entriesOf, type SavedEntry } from './saved-cars/listed-vehicles.ts';
import { type SessionServices, signedInContact } from './session.ts';

type WatchServices = SessionServices & Pick<Services, 'log'>;

/** Error codes of the endpoints. */
export type WatchRefusal =
  | 'watchlist_off'
  | 'sign_in_required'
  | 'not_your_phone'
  | 'unknown_car'
  | 'car_gone'
  | 'not_for_car';

/** The Cookie header of a request, and the phone it claims. */
export type WatchRequester = { cookies: string | null; phone: string };

/** FAV-05: the signed-in contact, if the phone is theirs. Other phones are not looked up. */
async function ownerOf(
  services: SessionServices,
  dealer: DealerConfig,
  { cookies, phone }: WatchRequester,
): Promise<Contact | WatchRefusal> {
  if (!watchesVehicles(dealer)) return 'watchlist_off';
  const contact = await signedInContact(services, dealer.slug, cookies);
  if (!contact || contact.phone === '') return 'sign_in_required';
  return normalisePhone(phone) === contact.phone ? contact : 'not_your_phone';
}

function shownPrice(vehicle: StockedVehicle, { stock, subscription }: DealerConfig): SavedPrice | undefined {
  const pricing = pricingOf(vehicle, stock.defaultPriceType);
  return savedPriceOf(priceDisplay(pricing, { noPriceText: '', subscriptionSite: subscription }), pricing);
}

/** CARD-04. */
function canBeSaved(
  services: Pick<Services, 'clock'>,
  dealer: DealerConfig,
  vehicle: StockedVehicle,
): boolean {
  const card = toCard(toSearchDocument(vehicle, dealer, services.clock));
  const price = shownPrice(vehicle, dealer);
  const dealership = dealer.dealerships.find(({ slug }) => slug === card.dealership_slug);
  return hasHeart(card, price?.cents ?? null, dealer.card, dealership?.switches);
}

/**
 * FAV-05.
 * @returns null on success
 */
export async function saveCar(
  services: WatchServices,
  dealer: DealerConfig,
  requester: WatchRequester,
  carId: string,
): Promise<WatchRefusal | null> {
  const owner = await ownerOf(services, dealer, requester);
  if (typeof owner === 'string') return owner;
  const car = await findEnquiredVehicle(services, dealer, carId);
  if (car.kind === 'unknown' || car.kind === 'none') return 'unknown_car';
  if (car.kind === 'gone') return 'car_gone';
  if (!canBeSaved(services, dealer, car.vehicle)) return 'not_for_car';
  await watchVehicles(services.db, owner, [
    {
      vehicleId: car.vehicle.id,
      savedAt: services.clock.now().toISOString(),
      price: shownPrice(car.vehicle, dealer),
    },
  ]);
  return null;
}

/**
 * FAV-05: removes a vehicle, listed or not.
 * @returns null on success
 */
export async function removeCar(
  services: WatchServices,
  dealer: DealerConfig,
  requester: WatchRequester,
  carId: string,
): Promise<WatchRefusal | null> {
  const owner = await ownerOf(services, dealer, requester);
  if (typeof owner === 'string') return owner;
  await unwatchVehicles(services.db, owner, [carId]);
  return null;
}

/** The fields a browser stores (FAV-01). */
export function favouriteOf(vehicle: StockedVehicle, { images }: Pick<DealerConfig, 'images'>) {
  const [first] = shownPictures(vehicle);
  return {
    id: vehicle.id,
    name: vehicleName(vehicle),
    slug: vehicle.slug,
    make: vehicle.make,
    model: vehicle.model,
    primary_image_url: first ? savedCarImageUrl(images, first) : '',
  };
}

/** Identifies a person's list to the browser without revealing the contact id. */
const listId = ({ id }: Contact): string =>
  createHash('sha256').update(`watchlist\n${id}`).digest('hex').slice(0, 16);

/** A contact's watchlist with its vehicles, in order, without hidden ones. */
export type StoredList = { owner: Contact; rows: WatchedRow[]; vehicles: StockedVehicle[] };

async function storedList(
  services: WatchServices,
  dealer: DealerConfig,
  owner: Contact,
): Promise<StoredList> {
  const rows = await watchlistOf(services.db, owner);
  const ids = rows.map(({ vehicleId }) => vehicleId);
  const now = services.clock.now();
  const vehicles = await findVehiclesById(services.db, dealer.slug, ids);
  return {
    owner,
    rows,
    vehicles: vehicles.filter((vehicle) => pageOf(vehicle, dealer, now).kind !== 'unknown'),
  };
}

const asWatchlist = ({ owner, vehicles }: StoredList, dealer: DealerConfig): Watchlist => ({
  signed_in: true,
  list_id: listId(owner),
  phone_number: owner.phone,
  cars: vehicles.map((vehicle) => favouriteOf(vehicle, dealer)),
});

async function ownList(
  services: WatchServices,
  dealer: DealerConfig,
  cookies: string | null,
): Promise<StoredList | undefined> {
  const owner = await signedInContact(services, dealer.slug, cookies);
  return owner && storedList(services, dealer, owner);
}

/** The list of the signed-in contact; undefined if the site has no watchlist. */
export async function readWatchlist(
  services: WatchServices,
  dealer: DealerConfig,
  cookies: string | null,
): Promise<Watchlist | undefined> {
  if (!watchesVehicles(dealer)) return undefined;
  const own = await ownList(services, dealer, cookies);
  return own ? asWatchlist(own, dealer) : { signed_in: false, cars: [] };
}

/** FAV-02: merges changes a browser made offline or before sign-in. Vehicles sold meanwhile are accepted. */
export async function mergeWatchlist(
  services: WatchServices,
  dealer: DealerConfig,
  requester: WatchRequester,
  { add, remove }: Pick<MergeRequest, 'add' | 'remove'>,
): Promise<WatchRefusal | Watchlist> {
  const owner = await ownerOf(services, dealer, requester);
  if (typeof owner === 'string') return owner;
  const now = services.clock.now();
  const prices = new Map(add.map(({ car_id, price }) => [car_id, price && readSavedPrice(price)]));
  const vehicles = await findVehiclesById(services.db, dealer.slug, [...prices.keys()]);
  const found = vehicles.filter((vehicle) => pageOf(vehicle, dealer, now).kind !== 'unknown');
  await atomically(services.db, async (db) => {
    await unwatchVehicles(db, owner, remove);
    await watchVehicles(
      db,
      owner,
      found.map((vehicle) => ({
        vehicleId: vehicle.id,
        savedAt: now.toISOString(),
        price: prices.get(vehicle.id) || shownPrice(vehicle, dealer),
      })),
    );
  });
  return asWatchlist(await storedList(services, dealer, owner), dealer);
}

type PageServices = Pick<Services, 'db' | 'clock' | 'env' | 'log'>;

/** FAV-06: the page of saved vehicles. */
export type WatchlistPage =
  /** The browser's own list; `canSignIn` if the site has a watchlist. */
  | { kind: 'local'; canSignIn: boolean }
  | { kind: 'watchlist'; entries: SavedEntry[]; list: Watchlist }
  /** A vehicle was removed; redirect to the page. */
  | { kind: 'changed' };

/** Handles GET and POST; a POST removes a vehicle from the contact's list. */
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
 * The signed-in contact's list with changes; undefined for anyone else.
 * @param limit newest entries only; all if undefined
 */
export async function ownWatchlist(
  services: PageServices,
  dealer: DealerConfig,
  cookies: string | null,
  limit?: number,
): Promise<Extract<WatchlistPage, { kind: 'watchlist' }> | undefined> {
  const own = watchesVehicles(dealer) ? await ownList(services, dealer, cookies) : undefined;
  if (!own) return undefined;
  const saved = own.rows.slice(0, limit).map(({ vehicleId, price }) => ({ id: vehicleId, price }));
  const shown = new Set(saved.map(({ id }) => id));
  const vehicles = own.vehicles.filter(({ id }) => shown.has(id));
  return {
    kind: 'watchlist',
    entries: await entriesOf(services, dealer, { saved, vehicles, isWatched: true }),
    list: asWatchlist(own, dealer),
  };
}

/** VDP-16: a sold vehicle whose own page has expired, for contacts who watch it. */
export type WatchedPage = { kind: 'watched'; vehicle: StockedVehicle } | { kind: 'elsewhere' | 'unknown' };

/** `elsewhere` redirects to the vehicle's own page. */
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
