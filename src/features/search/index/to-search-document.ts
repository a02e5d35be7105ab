import type { Identity } from '#src/config/sections/business/identity-section.ts';
import type { Dealership, Location } from '#src/config/sections/business/locations-section.ts';
import type { SearchFilters } from '#src/config/sections/stock/search-filters-section.ts';
import type { StockRules } from '#src/config/sections/stock/stock-section.ts';
import { advertisedRepayment, type FinanceSite } from '#src/features/finance/advertised-repayment.ts';
import { MIN_DISPLAYED_WEEKLY, displayedWeekly } from '#src/features/finance/repayment-display.ts';
import type { GeoPoint } from '#src/features/locations/distance.ts';
import { visibleLocations } from '#src/features/locations/location-directory.ts';
import { postcodeCentroid } from '#src/features/locations/postcode-centroid.ts';
import { carCity, carLocation, dealershipOf } from '#src/features/locations/vehicle-location.ts';
import { isReservable } from '#src/features/vehicle/actions/vehicle-actions.ts';
import { measuresOf } from '#src/features/vehicle/measures.ts';
import { realPictures, shownPictures } from '#src/features/vehicle/media/vehicle-media.ts';
import { listedSince } from '#src/features/vehicle/price/listing-history.ts';
import {
  currentPrice,
  isByTheWeek,
  type Pricing,
  pricingOf,
  shownPriceOf,
} from '#src/features/vehicle/price/price-display.ts';
import { statedValues } from '#src/features/vehicle/text/display-text.ts';
import {
  type StockedVehicle,
  type Vehicle,
  vehicleName,
  vehicleTitle,
} from '#src/features/vehicle/vehicle.ts';
import { colourFamily, modelLine } from '#src/features/vehicle/vehicle-families.ts';
import { type Cents, centsToDollars } from '#src/platform/number/number-format.ts';
import type { Clock } from '#src/platform/time/clock.ts';
import { calendarYear } from '#src/platform/time/zoned-time.ts';
import type { SearchDocument } from './search-document.ts';
import { filterConditions, judgeOf, ruleConditions, type StockRuled } from './stock-scope.ts';

/**
 * Raise it with every change of the document, so that the next import sends each vehicle again; a test compares a
 * fingerprint of documents.
 */
export const DOCUMENT_VERSION = 15;

/** The dealer's settings a document depends on. */
export type DocumentSettings = FinanceSite &
  Pick<Identity, 'state'> & {
    locations: readonly Location[];
    dealerships: readonly Dealership[];
  };

/**
 * What every document of a dealer has in common: when this text changes, all of them are out of date. The year
 * is part of it because lenders count a car's age in calendar years.
 */
export const documentBasis = (dealer: DocumentSettings, clock: Clock): string =>
  JSON.stringify([
    DOCUMENT_VERSION,
    calendarYear(clock.now(), dealer.timeZone),
    dealer.locations,
    dealer.dealerships,
    dealer.stock.defaultPriceType,
    dealer.subscription,
    dealer.finance,
    dealer.manufacturer,
    dealer.state,
  ]);

const PRICE_BAND_DOLLARS = 10_000;
const TOP_PRICE_BAND_DOLLARS = 100_000;
const WEEKLY_BAND_DOLLARS = 50;

const band = (value: number, width: number) => {
  const from = Math.floor(value / width) * width;
  return `${from}-${from + width}`;
};

const priceBand = (dollars: number) =>
  dollars >= TOP_PRICE_BAND_DOLLARS ? `${TOP_PRICE_BAND_DOLLARS}+` : band(dollars, PRICE_BAND_DOLLARS);

/** Null where the repayment is too small to be shown. */
const weeklyBand = (cents: Cents) =>
  cents > MIN_DISPLAYED_WEEKLY ? band(centsToDollars(cents), WEEKLY_BAND_DOLLARS) : null;

/** A part is called by its own name and number; what it fits is its make and model. */
function namesOf(vehicle: StockedVehicle) {
  const { item_type, part_name = null, part_number = null, make, model, badge = null } = vehicle;
  if (item_type !== 'part') return { name: vehicleName(vehicle), title: vehicleTitle(vehicle), badge };
  const title = part_name ?? part_number ?? 'Part';
  return { name: [title, part_number, make, model].filter(Boolean).join(' '), title, badge: part_number };
}

/** Below every vehicle that has a picture, unless the dealer ranks it. */
const PICTURELESS_RANK = -1;

const rankOf = (custom: number, pictures: number): number =>
  custom === 0 && pictures === 0 ? PICTURELESS_RANK : custom;

/** The maker's colour and the family shoppers look for it in: `Glacier White`, `White`. */
function coloursOf(colour: string | undefined): string[] | null {
  if (colour === undefined) return null;
  const family = colourFamily(colour);
  return family === null || family === colour ? [colour] : [colour, family];
}

const epochSeconds = (iso: string) => Math.floor(Date.parse(iso) / 1000);

/** Whole dollars of the price shown; a price that may not be shown is no facet value either. */
export function priceFacet(pricing: Pricing): number | null {
  const cents = pricing.price_type === null ? null : currentPrice(pricing);
  return cents === null ? null : Math.round(centsToDollars(cents));
}

/** What Meilisearch holds of one vehicle. */
export function toSearchDocument(
  stocked: StockedVehicle,
  dealer: DocumentSettings,
  clock: Clock,
): SearchDocument {
  const vehicle = statedValues(stocked);
  const pricing = pricingOf(vehicle, dealer.stock.defaultPriceType);
  const price = priceFacet(pricing);
  const repayment = advertisedRepayment(vehicle, dealer, clock);
  const pictures = shownPictures(vehicle);
  return {
    id: vehicle.id,
    dealer: vehicle.dealer,
    slug: vehicle.slug,
    ...namesOf(vehicle),
    series: [vehicle.series, modelLine(vehicle)].filter(Boolean).join(' ') || null,
    body_configuration: vehicle.bodyconfiguration ?? null,
    stocknum: vehicle.stocknum ?? null,
    vin: vehicle.vin ?? null,
    regplate: vehicle.regplate ?? null,
    custom_rank: rankOf(vehicle.custom_rank, pictures.length),
    show_on_dealer_website: vehicle.show_on_dealer_website,
    sold_at: vehicle.soldAt === null ? null : epochSeconds(vehicle.soldAt),
    reserved: vehicle.reserved,
    pricing,
    image_id: pictures[0]?.id ?? null,
    image_version: pictures[0]?.version ?? null,
    photos_count: realPictures(vehicle.images).length,
    reservable: isReservable({ ...vehicle, shownPrice: shownPriceOf(vehicle, dealer) }),
    repayment,
    status: vehicle.status,
    car_type: vehicle.car_type,
    categories: vehicle.categories,
    colour: coloursOf(vehicle.colour),
    filtered_features: vehicle.filtered_features,
    item_type: vehicle.item_type,
    km: vehicle.km ?? null,
    make: vehicle.make,
    make_model: `${vehicle.make} ${vehicle.model}`,
    model: vehicle.model,
    price,
    subscription_price: isByTheWeek(pricing, true) ? centsToDollars(pricing.subscription_price ?? 0) : null,
    price_range: price === null ? null : priceBand(price),
    seats: vehicle.seats ?? null,
    body: vehicle.simple_body ?? null,
    measures: measuresOf(vehicle),
    drive: vehicle.simple_drive ?? null,
    fuel: vehicle.simple_fuel ?? null,
    transmission: vehicle.simple_transmission ?? null,
    tag: vehicle.tag ?? null,
    weekly_price: repayment && displayedWeekly(repayment),
    weekly_price_range: repayment && weeklyBand(repayment.weeklyCents),
    year: vehicle.year,
    certified: vehicle.certified,
    created_at_timestamp: Math.floor(listedSince(vehicle) / 1000),
    ...placeOf(vehicle, dealer),
  };
}

const postcodePoint = (postcode: string | undefined): GeoPoint | null =>
  (postcode !== undefined && postcodeCentroid(postcode)) || null;

/** Of a location, else the middle of its postcode. */
function pointOf(address: Location['address'] | undefined): GeoPoint | null {
  if (address?.lat === undefined || address.long === undefined) return postcodePoint(address?.postcode);
  return { lat: address.lat, lng: address.long };
}

/** One value as it is, several as a list, none as null. */
const valuesOf = (names: readonly string[]): string | string[] | null => {
  const [first = null, ...others] = new Set(names);
  return first === null || others.length === 0 ? first : [first, ...others];
};

/**
 * The dealer's location the feed names; else where the feed places the car; else the primary location. Its city and
 * state are those the feed names, whichever location sells it. A car is also listed at the locations it is distributed
 * to, and a car at a hidden location at those that list its stock; its own comes first (LOC-12, LOC-13).
 */
export function placeOf(
  vehicle: StockedVehicle,
  dealer: Pick<DocumentSettings, 'locations' | 'dealerships' | 'state'>,
) {
  const own = dealer.locations.find(({ slug }) => slug === vehicle.location_slug);
  const named = own && carLocation(vehicle, dealer.locations);
  const { city, state, private_suburb, private_postcode } = vehicle;
  const elsewhere = !named && (private_suburb ?? city ?? state) !== undefined;
  const location = named ?? (elsewhere ? undefined : dealer.locations.find(({ primary }) => primary));
  const hiddenAt = own?.visible === false ? own.slug : undefined;
  const others = visibleLocations(dealer.locations).filter(
    ({ slug, distribution_locations: listed }) =>
      vehicle.distribution_locations?.includes(slug) || (hiddenAt !== undefined && listed.includes(hiddenAt)),
  );
  const dealership = dealershipOf(vehicle, dealer);
  return {
    _geo:
      (private_suburb || !location ? postcodePoint(private_postcode) : null) ?? pointOf(location?.address),
    location_name: valuesOf([...(location ? [location] : []), ...others].map(({ name }) => name)),
    dealership_slug: dealership?.slug ?? null,
    dealership_name: dealership?.name ?? null,
    city: carCity(vehicle, dealer.locations, location?.address.city ?? null),
    state: state ?? location?.address.state ?? dealer.state,
  };
}

type Ruled = Pick<
  Vehicle,
  'make' | 'year' | 'car_type' | 'item_type' | 'status' | 'stocknum' | 'show_on_dealer_website'
>;

/** What of a dealer's configuration decides; a `DealerConfig` is one. */
export type ShownRules = StockRuled & { stock: Pick<StockRules, 'inStockOnly'> };

/**
 * Whether a dealer's rules let a vehicle be seen at all: `stockScope` for one vehicle, but for how long a sold
 * one stays.
 * @param year the present one where the dealer is
 */
export const isShown = (vehicle: Ruled, dealer: ShownRules, year: number): boolean =>
  !(dealer.stock.inStockOnly && vehicle.status === 'coming_soon') &&
  ruleConditions(dealer, year).every((condition) => judgeOf(condition)(vehicle));

/**
 * Whether the dealer's rules show it now, or did when it arrived: each 1 January the age rule drops a year of stock.
 * @param year the present one where the dealer is
 */
export const wasShown = (
  vehicle: Ruled & Pick<StockedVehicle, 'firstSeenAt'>,
  dealer: ShownRules & { timeZone: string },
  year: number,
): boolean =>
  isShown(vehicle, dealer, year) ||
  isShown(vehicle, dealer, calendarYear(new Date(vehicle.firstSeenAt), dealer.timeZone));

/** SRCH-30: whether a vehicle is one that the searches of its site can find, by the filters the site sets for all of them. */
export function passesFilters(
  vehicle: StockedVehicle,
  dealer: DocumentSettings & { search_filters: SearchFilters },
  now: Date,
): boolean {
  const conditions = filterConditions(dealer.search_filters);
  if (conditions.length === 0) return true;
  const document = toSearchDocument(vehicle, dealer, { now: () => now });
  return conditions.every((condition) => judgeOf(condition)(document));
}
