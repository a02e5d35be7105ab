import { createHash } from 'node:crypto';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { savedCarImageUrl } from '#src/domain/image/picture-sources.ts';
import { normalisePhone } from '#src/domain/lead/phone.ts';
import { toCard } from '#src/domain/search/card-document.ts';
import { toSearchDocument } from '#src/domain/search/to-search-document.ts';
import { hasHeart } from '#src/domain/vehicle/has-heart.ts';
import { shownPictures } from '#src/domain/vehicle/pictures.ts';
import { priceDisplay, pricingOf } from '#src/domain/vehicle/price-display.ts';
import { readSavedPrice, type SavedPrice, savedPriceOf } from '#src/domain/vehicle/saved-change.ts';
import { type StockedVehicle, vehicleName } from '#src/domain/vehicle/vehicle.ts';
import type { Contact } from '#src/providers/database/contacts.ts';
import { atomically } from '#src/providers/database/transactions.ts';
import { findVehiclesById } from '#src/providers/database/vehicles-by-id.ts';
import {
  unwatchVehicles,
  type WatchedRow,
  watchlistOf,
  watchVehicles,
} from '#src/providers/database/watchlists.ts';
import { watchesVehicles } from '#src/routing/site-routes.ts';
import type { MergeRequest, Watchlist } from '#src/wire/watchlist.ts';
import type { Services } from '../services.ts';
import { findEnquiredVehicle } from '../vehicles/car-asked-about.ts';
import { pageOf } from '../vehicles/vehicle-page.ts';
import { type SessionServices, signedInContact } from './session.ts';

type WatchServices = SessionServices & Pick<Services, 'log'>;

/** Why a list is not changed; these are codes of the endpoints. */
export type WatchRefusal =
  | 'watchlist_off'
  | 'sign_in_required'
  | 'not_your_phone'
  | 'unknown_car'
  | 'car_gone'
  | 'not_for_car';

/** Who asks: the browser's cookies, and the phone it names. */
export type Asker = { cookies: string | null; phone: string };

/** FAV-05: the person who is signed in, if the phone is theirs. Other phones are not looked up. */
async function ownerOf(
  services: SessionServices,
  dealer: DealerConfig,
  { cookies, phone }: Asker,
): Promise<Contact | WatchRefusal> {
  if (!watchesVehicles(dealer)) return 'watchlist_off';
  const contact = await signedInContact(services, dealer.slug, cookies);
  if (!contact || contact.phone === '') return 'sign_in_required';
  return normalisePhone(phone) === contact.phone ? contact : 'not_your_phone';
}

/** The price its page shows. */
function shownPrice(vehicle: StockedVehicle, { stock, subscription }: DealerConfig): SavedPrice | undefined {
  const pricing = pricingOf(vehicle, stock.defaultPriceType);
  return savedPriceOf(priceDisplay(pricing, { noPriceText: '', subscriptionSite: subscription }), pricing);
}

/** CARD-04: the rule of the heart. */
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

/** FAV-05: adds a vehicle to the list of the person who is signed in. @returns null if it is there now */
export async function saveCar(
  services: WatchServices,
  dealer: DealerConfig,
  asker: Asker,
  carId: string,
): Promise<WatchRefusal | null> {
  const owner = await ownerOf(services, dealer, asker);
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

/** FAV-05: removes it, whatever has become of it. @returns null if it is not there now */
export async function removeCar(
  services: WatchServices,
  dealer: DealerConfig,
  asker: Asker,
  carId: string,
): Promise<WatchRefusal | null> {
  const owner = await ownerOf(services, dealer, asker);
  if (typeof owner === 'string') return owner;
  await unwatchVehicles(services.db, owner, [carId]);
  return null;
}

/** What a browser stores of a vehicle (FAV-01). */
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

/** Tells two lists of a browser apart, and nothing else. */
const listId = ({ id }: Contact): string =>
  createHash('sha256').update(`watchlist\n${id}`).digest('hex').slice(0, 16);

/** A person's list with its vehicles, in order and without those shoppers may not know. */
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

/** A stored list as browsers get it. */
export const asWatchlist = ({ owner, vehicles }: StoredList, dealer: DealerConfig): Watchlist => ({
  signed_in: true,
  list_id: listId(owner),
  phone_number: owner.phone,
  cars: vehicles.map((vehicle) => favouriteOf(vehicle, dealer)),
});

/** The stored list of the person who is signed in; undefined without one. */
export async function ownList(
  services: WatchServices,
  dealer: DealerConfig,
  cookies: string | null,
): Promise<StoredList | undefined> {
  const owner = await signedInContact(services, dealer.slug, cookies);
  return owner && storedList(services, dealer, owner);
}

/** The list of the person who is signed in; undefined where the site has none. */
export async function readWatchlist(
  services: WatchServices,
  dealer: DealerConfig,
  cookies: string | null,
): Promise<Watchlist | undefined> {
  if (!watchesVehicles(dealer)) return undefined;
  const own = await ownList(services, dealer, cookies);
  return own ? asWatchlist(own, dealer) : { signed_in: false, cars: [] };
}

/** FAV-02: what a browser saved and removed on its own. Vehicles it saved that are sold by now are taken too. */
export async function mergeWatchlist(
  services: WatchServices,
  dealer: DealerConfig,
  asker: Asker,
  { add, remove }: Pick<MergeRequest, 'add' | 'remove'>,
): Promise<WatchRefusal | Watchlist> {
  const owner = await ownerOf(services, dealer, asker);
  if (typeof owner === 'string') return owner;
  const now = services.clock.now();
  const prices = new Map(add.map(({ car_id, price }) => [car_id, price && readSavedPrice(price)]));
  const vehicles = await findVehiclesById(services.db, dealer.slug, [...prices.keys()]);
  const known = vehicles.filter((vehicle) => pageOf(vehicle, dealer, now).kind !== 'unknown');
  await atomically(services.db, async (db) => {
    await unwatchVehicles(db, owner, remove);
    await watchVehicles(
      db,
      owner,
      known.map((vehicle) => ({
        vehicleId: vehicle.id,
        savedAt: now.toISOString(),
        price: prices.get(vehicle.id) || shownPrice(vehicle, dealer),
      })),
    );
  });
  return asWatchlist(await storedList(services, dealer, owner), dealer);
}
