import * as v from 'valibot';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { canonicalOrigin } from '#src/config/public/public-config.ts';
import { itemNoun, stockNoun } from '#src/config/sections/stock/stock-terms.ts';
import { comparedSlugs } from '#src/features/account/saved-cars/car-lists.ts';
import type { ComparedCar } from '#src/features/account/saved-cars/comparison.ts';
import {
  goneChange,
  priceChange,
  readSavedPrice,
  type SavedChange,
  type SavedPrice,
  savedPriceOf,
  soldChange,
} from '#src/features/account/saved-cars/saved-change.ts';
import { comparedDriveAway } from '#src/features/finance/on-road/drive-away-prices.ts';
import { SavedRequestSchema, ViewedRequestSchema } from '#src/features/search/api/vehicle-cards.ts';
import type { CardDocument } from '#src/features/search/index/search-document.ts';
import { displayedDollars, priceDisplay } from '#src/features/vehicle/price/price-display.ts';
import { pageOf } from '#src/features/vehicle/server/find-vehicle-page.ts';
import { cardsOf, listedCards } from '#src/features/vehicle/server/listed-cards.ts';
import {
  findVehicleBySlug,
  findVehiclesByFormerId,
  findVehiclesById,
} from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import { vehiclePlaceOf } from '#src/features/vehicle/server/vehicle-place.ts';
import { vehicleSheet } from '#src/features/vehicle/text/vehicle-sheet.ts';
import { isAvailable, type StockedVehicle, vehicleName } from '#src/features/vehicle/vehicle.ts';
import { vehiclePath } from '#src/features/vehicle/vehicle-paths.ts';
import { errorResponse } from '#src/platform/http/endpoint.ts';
import { savedCarImageUrl } from '#src/platform/images/image-url.ts';
import { COMPARED_CARS } from '#src/platform/routing/compare-path.ts';
import type { Clock } from '#src/platform/time/clock.ts';
import { zonedDate } from '#src/platform/time/clock.ts';
import type { Services } from '#src/server/services.ts';

type Reads = Pick<Services, 'db' | 'clock' | 'log'>;

export type SavedVehicle = { id: string; price?: SavedPrice | undefined };

/** An entry of a list of saved vehicles: a card, or a notice if it has none. */
export type SavedEntry =
  | { kind: 'card'; car: CardDocument; change: SavedChange | null; hasPage: boolean }
  | { kind: 'gone'; id: string; change: SavedChange; name?: string };

function shownPrice(car: CardDocument, dealer: DealerConfig): SavedPrice | undefined {
  const { pricing } = car;
  return savedPriceOf(
    priceDisplay(pricing, { noPriceText: '', subscriptionSite: dealer.subscription }),
    pricing,
  );
}

/** The entry of a vehicle without a page; hidden vehicles are indistinguishable from unknown ones. */
function goneEntry(
  id: string,
  vehicle: StockedVehicle | undefined,
  dealer: DealerConfig,
  now: Date,
): SavedEntry {
  const isKnown = vehicle !== undefined && pageOf(vehicle, dealer, now).kind !== 'unknown';
  const noun = isKnown ? itemNoun(vehicle.item_type).one : stockNoun(dealer.verticals).one;
  const isSold = isKnown && !isAvailable(vehicle);
  return { kind: 'gone', id, change: isSold ? soldChange(noun) : goneChange(noun) };
}

/**
 * FAV-01: the current state of saved vehicles and what has changed, in the given order; none is omitted.
 * @param vehicles those found among the saved
 * @param isWatched VDP-16: a watchlist on the server, where a sold vehicle stays after its page has expired
 */
export async function entriesOf(
  services: Reads,
  dealer: DealerConfig,
  {
    saved,
    vehicles,
    isWatched,
  }: { saved: readonly SavedVehicle[]; vehicles: readonly StockedVehicle[]; isWatched: boolean },
): Promise<SavedEntry[]> {
  const now = services.clock.now();
  const byId = new Map(vehicles.map((vehicle) => [vehicle.id, vehicle]));
  const pages = new Map(vehicles.map((vehicle) => [vehicle.id, pageOf(vehicle, dealer, now).kind]));
  const isStillShown = (vehicle: StockedVehicle) =>
    isWatched && !isAvailable(vehicle) && pages.get(vehicle.id) !== 'unknown';
  const shown = vehicles.filter((vehicle) => pages.get(vehicle.id) === 'listed' || isStillShown(vehicle));
  const cards = new Map((await cardsOf(services, dealer, shown)).map((car) => [car.id, car]));
  return saved.map(({ id, price }) => {
    const car = cards.get(id);
    const vehicle = byId.get(id);
    if (!car) {
      const isKnown = isWatched && vehicle !== undefined && pages.get(id) !== 'unknown';
      return { ...goneEntry(id, vehicle, dealer, now), ...(isKnown && { name: vehicleName(vehicle) }) };
    }
    const isSold = vehicle !== undefined && !isAvailable(vehicle);
    const change = isSold
      ? soldChange(itemNoun(car.item_type).one)
      : priceChange(price, shownPrice(car, dealer), car.item_type);
    return { kind: 'card', car, change, hasPage: pages.get(id) === 'listed' };
  });
}

function readSaved(text: string): SavedVehicle {
  const [id = '', ...price] = text.split('.');
  return { id, price: readSavedPrice(price.join('.')) };
}

/** Finds saved vehicles and maps former ids to current ones: a browser may store ids from before they were keyed. */
async function findSaved({ db, clock }: Reads, dealer: DealerConfig, inBrowser: readonly SavedVehicle[]) {
  const ids = inBrowser.map(({ id }) => id);
  const present = await findVehiclesById(db, dealer.slug, ids);
  const presentIds = new Set(present.map(({ id }) => id));
  const others = ids.filter((id) => !presentIds.has(id));
  const former = await findVehiclesByFormerId(db, dealer.slug, others);
  // Former ids can be guessed, so they give access only to public data.
  for (const [id, vehicle] of former)
    if (pageOf(vehicle, dealer, clock.now()).kind !== 'listed') former.delete(id);
  return {
    saved: inBrowser.map(({ id, price }) => ({ id: former.get(id)?.id ?? id, price })),
    vehicles: [...present, ...former.values()],
  };
}

/** @returns a 400 response if the query is invalid */
export async function savedInBrowser(
  services: Reads,
  dealer: DealerConfig,
  query: URLSearchParams,
): Promise<SavedEntry[] | Response> {
  const parsed = v.safeParse(SavedRequestSchema, { car: query.getAll('car') });
  if (!parsed.success) return errorResponse(400, 'bad_request', 'The vehicles cannot be read.');
  const { saved, vehicles } = await findSaved(services, dealer, parsed.output.car.map(readSaved));
  return entriesOf(services, dealer, { saved, vehicles, isWatched: false });
}

export type Comparison = {
  /** As in the URL. */
  slugs: string[];
  cars: ComparedCar[];
  /** How many of those have no page. */
  missing: number;
  /** Whether the URL has more slugs than the maximum. */
  isMore: boolean;
};

type ComparisonReads = Pick<Services, 'db' | 'clock'>;

const IDS = 'car_ids';

function comparedCar(vehicle: StockedVehicle, dealer: DealerConfig, clock: Clock): Omit<ComparedCar, 'slug'> {
  const sheet = vehicleSheet(vehicle, dealer, { clock, origin: canonicalOrigin(dealer) });
  const { name, picture, price, repayment, tables, features, basis, smallPrint } = sheet;
  const isByTheWeek = price.kind === 'subscription';
  const availability = vehicle.reserved ? 'Reserved' : isByTheWeek ? 'Available' : 'For sale';
  return {
    ...{ id: vehicle.id, path: vehiclePath(vehicle.slug), name, repayment, features, basis, smallPrint },
    image: picture && savedCarImageUrl(dealer.images, picture),
    price: { text: price.text, typeText: price.typeText },
    dollars: displayedDollars(price),
    driveAway: isByTheWeek
      ? null
      : comparedDriveAway(vehicle, dealer, zonedDate(clock.now(), dealer.timeZone).date),
    facts: [
      { label: 'Availability', text: isAvailable(vehicle) ? availability : dealer.copy.sold },
      { label: 'Location', text: vehiclePlaceOf(vehicle, dealer).location.name },
      ...tables.flatMap(({ rows }) => rows),
    ],
  };
}

/** FAV-01: the vehicles a URL lists by slug, if they have a page. */
export async function comparedVehicles(
  { db, clock }: ComparisonReads,
  dealer: DealerConfig,
  query: URLSearchParams,
): Promise<Comparison> {
  const { slugs, isMore } = comparedSlugs(query.getAll(COMPARED_CARS));
  const found = await Promise.all(slugs.map((slug) => findVehicleBySlug(db, dealer.slug, slug)));
  // A slug may be a former one, so two may identify the same vehicle.
  const unique = new Map(
    found.flatMap((vehicle, at) => (vehicle ? [[vehicle.id, { vehicle, slug: slugs[at] ?? '' }]] : [])),
  );
  const now = clock.now();
  const listed = [...unique.values()].filter(({ vehicle }) => pageOf(vehicle, dealer, now).kind === 'listed');
  const cars = listed.map(({ vehicle, slug }) => ({ slug, ...comparedCar(vehicle, dealer, clock) }));
  const missing = found.filter((vehicle) => !vehicle).length + unique.size - listed.length;
  return { slugs, cars, missing, isMore };
}

/**
 * The page of saved vehicles lists the selected ones by id.
 * @returns their slugs, or undefined if the URL has no ids
 */
export async function slugsOfChosen(
  { db }: ComparisonReads,
  dealer: DealerConfig,
  query: URLSearchParams,
): Promise<string[] | undefined> {
  if (!query.has(IDS)) return undefined;
  const { slugs: ids } = comparedSlugs(query.getAll(IDS));
  return (await findVehiclesById(db, dealer.slug, ids)).map(({ slug }) => slug);
}

/** Browsers send more ids, because some vehicles may no longer be listed. */
const MAX_SHOWN = 6;

/**
 * VDP-22: the current state of the vehicles a browser has viewed, in the order of the query.
 * @returns a 400 response if the query is invalid
 */
export async function viewedVehicles(
  services: Pick<Services, 'db' | 'clock' | 'log'>,
  dealer: DealerConfig,
  query: URLSearchParams,
): Promise<CardDocument[] | Response> {
  const parsed = v.safeParse(ViewedRequestSchema, { id: query.getAll('id') });
  if (!parsed.success) return errorResponse(400, 'bad_request', 'The vehicles cannot be read.');
  return (await listedCards(services, dealer, parsed.output.id)).slice(0, MAX_SHOWN);
}
