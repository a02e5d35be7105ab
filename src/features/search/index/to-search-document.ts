import type { Identity } from '#src/config/sections/business/identity-section.ts';
import type { Dealership, Location } from '#src/config/sections/business/locations-section.ts';
import { STATES, type State } from '#src/config/sections/states.ts';
import { type DriveAwayFacet, driveAwayFacet } from '#src/config/sections/stock/drive-away-facets.ts';
import type { SearchFilters } from '#src/config/sections/stock/search-filters-section.ts';
import type { VehiclePageConfig } from '#src/config/sections/stock/vehicle-page-section.ts';
import { advertisedRepayment, type FinanceSite } from '#src/features/finance/advertised-repayment.ts';
import {
  driveAwayIn,
  estimatedDriveAway,
  onRoadBasis,
} from '#src/features/finance/on-road/drive-away-prices.ts';
import type { OnRoadSite } from '#src/features/finance/on-road/on-road-estimate.ts';
import { displayedWeekly, MIN_DISPLAYED_WEEKLY } from '#src/features/finance/repayment-display.ts';
import type { GeoPoint } from '#src/features/locations/distance.ts';
import { visibleLocations } from '#src/features/locations/location-directory.ts';
import { postcodeCentroid } from '#src/features/locations/postcode-centroid.ts';
import { carCity, carLocation, dealershipOf } from '#src/features/locations/vehicle-location.ts';
import { isReservable } from '#src/features/reservations/reservable-vehicle.ts';
import { conditionPredicate, filterConditions } from '#src/features/stock/visible-stock.ts';
import { bodiesOf } from '#src/features/vehicle/body-words.ts';
import { measuresOf } from '#src/features/vehicle/measures.ts';
import { realPictures, shownPictures } from '#src/features/vehicle/media/vehicle-media.ts';
import { listedSince } from '#src/features/vehicle/price/listing-history.ts';
import { centsBelowMarket } from '#src/features/vehicle/price/market-price.ts';
import {
  currentPrice,
  displayedPrice,
  isSubscription,
  type Pricing,
  pricingOf,
} from '#src/features/vehicle/price/price-display.ts';
import { statedValues } from '#src/features/vehicle/text/display-text.ts';
import { type StockedVehicle, vehicleName, vehicleTitle } from '#src/features/vehicle/vehicle.ts';
import { colourFamily, modelLine } from '#src/features/vehicle/vehicle-families.ts';
import { type Cents, centsToDollars } from '#src/platform/number/number-format.ts';
import type { Clock } from '#src/platform/time/clock.ts';
import { zonedDate } from '#src/platform/time/clock.ts';
import { calendarYear } from '#src/platform/time/zoned-time.ts';
import { recommendedScore } from './recommended-score.ts';
import type { SearchDocument } from './search-document.ts';

/**
 * Increment with every change of the document, so that each index is rebuilt. A test compares a fingerprint of the
 * documents.
 */
export const DOCUMENT_VERSION = 18;

export type DocumentSettings = FinanceSite &
  OnRoadSite &
  Pick<Identity, 'state' | 'verticals'> & {
    vehiclePage: Pick<VehiclePageConfig, 'marketPrice'>;
    locations: readonly Location[];
    dealerships: readonly Dealership[];
  };

/**
 * Cache key of a dealer's documents: when it changes, all of them are stale. It includes the year because lenders
 * count a car's age in calendar years, and the month if government charges are estimated.
 */
export const documentBasis = (dealer: DocumentSettings, clock: Clock): string =>
  JSON.stringify([
    calendarYear(clock.now(), dealer.timeZone),
    dealer.onRoad,
    dealer.onRoad.estimates && onRoadBasis(zonedDate(clock.now(), dealer.timeZone).date),
    dealer.locations,
    dealer.dealerships,
    dealer.stock.defaultPriceType,
    dealer.subscription,
    dealer.finance,
    dealer.manufacturer,
    dealer.state,
    dealer.verticals,
    dealer.vehiclePage.marketPrice,
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

const weeklyBand = (cents: Cents) =>
  cents > MIN_DISPLAYED_WEEKLY ? band(centsToDollars(cents), WEEKLY_BAND_DOLLARS) : null;

/** The make and model of a part are those of the vehicle it fits. */
function nameFields(vehicle: StockedVehicle) {
  const { item_type, part_name = null, part_number = null, make, model, badge = null } = vehicle;
  if (item_type !== 'part') return { name: vehicleName(vehicle), title: vehicleTitle(vehicle), badge };
  const title = part_name ?? part_number ?? 'Part';
  return { name: [title, part_number, make, model].filter(Boolean).join(' '), title, badge: part_number };
}

/** CARD-252: each adds to the weight of a results page. */
const MAX_CARD_PHOTOS = 5;

/** Vehicles without pictures rank last unless the dealer ranks them. */
const PICTURELESS_RANK = -1;

const rankOf = (custom: number, pictures: number): number =>
  custom === 0 && pictures === 0 ? PICTURELESS_RANK : custom;

/** The maker's colour and its family: `Glacier White`, `White`. */
function coloursOf(colour: string | undefined): string[] | null {
  if (colour === undefined) return null;
  const family = colourFamily(colour);
  return family === null || family === colour ? [colour] : [colour, family];
}

const epochSeconds = (iso: string) => Math.floor(Date.parse(iso) / 1000);

/** The displayed price in whole dollars; null if the price may not be displayed. */
export function priceFacet(pricing: Pricing): number | null {
  const cents = pricing.price_type === null ? null : currentPrice(pricing);
  return cents === null ? null : Math.round(centsToDollars(cents));
}

const driveAwayFacets = (priceIn: (state: State) => number | null) =>
  Object.fromEntries(STATES.map((state) => [driveAwayFacet(state), priceIn(state)])) as {
    [F in DriveAwayFacet]: number | null;
  };

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
  const estimated = estimatedDriveAway(vehicle, dealer, zonedDate(clock.now(), dealer.timeZone).date);
  return {
    id: vehicle.id,
    dealer: vehicle.dealer,
    slug: vehicle.slug,
    ...nameFields(vehicle),
    series: [vehicle.series, modelLine(vehicle)].filter(Boolean).join(' ') || null,
    body_configuration: vehicle.bodyconfiguration ?? null,
    stocknum: vehicle.stocknum ?? null,
    vin: vehicle.vin ?? null,
    regplate: vehicle.regplate ?? null,
    custom_rank: rankOf(vehicle.custom_rank, pictures.length),
    recommended: recommendedScore(vehicle, dealer),
    show_on_dealer_website: vehicle.show_on_dealer_website,
    sold_at: vehicle.soldAt === null ? null : epochSeconds(vehicle.soldAt),
    reserved: vehicle.reserved,
    pricing,
    image_id: pictures[0]?.id ?? null,
    image_version: pictures[0]?.version ?? null,
    photos_count: realPictures(vehicle.images).length,
    more_images: pictures.slice(1, MAX_CARD_PHOTOS).map(({ id, version }) => ({ id, version })),
    below_market:
      dealer.vehiclePage.marketPrice && pricing.price_type !== null
        ? centsBelowMarket(currentPrice(pricing), vehicle.autograb_data)
        : null,
    reservable: isReservable({ ...vehicle, shownPrice: displayedPrice(vehicle, dealer) }),
    repayment,
    drive_away: estimated,
    ...driveAwayFacets(driveAwayIn(estimated, vehicle, dealer)),
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
    subscription_price: isSubscription(pricing, true)
      ? centsToDollars(pricing.subscription_price ?? 0)
      : null,
    price_range: price === null ? null : priceBand(price),
    seats: vehicle.seats ?? null,
    body: valuesOf(bodiesOf(vehicle)),
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
    ...locationFields(vehicle, dealer),
  };
}

const postcodePoint = (postcode: string | undefined): GeoPoint | null =>
  (postcode !== undefined && postcodeCentroid(postcode)) || null;

function pointOf(address: Location['address'] | undefined): GeoPoint | null {
  if (address?.lat === undefined || address.long === undefined) return postcodePoint(address?.postcode);
  return { lat: address.lat, lng: address.long };
}

const valuesOf = (names: readonly string[]): string | string[] | null => {
  const [first = null, ...others] = new Set(names);
  return first === null || others.length === 0 ? first : [first, ...others];
};

/**
 * LOC-12, LOC-13: the location named by the feed; else the suburb or city in the feed; else the primary location. The
 * feed's city and state take precedence over those of the location. A vehicle is also listed at the locations it is
 * distributed to, and one at a hidden location at those that list its stock; its own location comes first.
 */
export function locationFields(
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

/** SRCH-30: whether a vehicle passes the site's own filters. */
export function passesFilters(
  vehicle: StockedVehicle,
  dealer: DocumentSettings & { search_filters: SearchFilters },
  now: Date,
): boolean {
  const conditions = filterConditions(dealer.search_filters);
  if (conditions.length === 0) return true;
  const document = toSearchDocument(vehicle, dealer, { now: () => now });
  return conditions.every((condition) => conditionPredicate(condition)(document));
}
