import type { FacetName } from '#src/config/sections/stock/search-section.ts';
import type { AdvertisedRepayment } from '#src/features/finance/advertised-repayment.ts';
import type { DriveAwayPrices } from '#src/features/finance/on-road/estimate-text.ts';
import type { GeoPoint } from '#src/features/locations/distance.ts';
import type { Measures } from '#src/features/vehicle/measures.ts';
import type { Pricing } from '#src/features/vehicle/price/price-display.ts';
import type { CarType, ItemType } from '#src/features/vehicle/vehicle.ts';
import type { ImageOriginal } from '#src/platform/images/image-url.ts';
import type { Cents } from '#src/platform/number/number-format.ts';

/** A vehicle as indexed by Meilisearch; prices of facets are in whole dollars. */
export type SearchDocument = {
  id: string;
  dealer: string;
  slug: string;
  name: string;
  title: string;
  badge: string | null;
  /** The maker's code and the model line: `G20 3 Series`. */
  series: string | null;
  /** `Dual Cab` */
  body_configuration: string | null;
  stocknum: string | null;
  vin: string | null;
  regplate: string | null;
  /** Set by the dealer; -1 for a vehicle with neither rank nor photos. */
  custom_rank: number;
  /** SRCH-250: orders vehicles of one custom rank. */
  recommended: number;
  show_on_dealer_website: boolean;
  /** Epoch seconds. */
  sold_at: number | null;
  reserved: boolean;
  /** Input of `priceDisplay`. The facet `price` is the displayed price in dollars. */
  pricing: Pricing;
  /** Id of the first picture that is not a placeholder (CARD-06). */
  image_id: string | null;
  /** Version of that picture's content; null is 1. */
  image_version: number | null;
  photos_count: number;
  /** CARD-252: the photos after the first that a card can show. */
  more_images: readonly ImageOriginal[];
  /** CARD-250: `centsBelowMarket`; null also if the dealer shows no market prices. */
  below_market: Cents | null;
  /** LOC-11. */
  _geo: GeoPoint | null;
  /** Berths, length, tare and the like, by type of vehicle. */
  measures: Measures | null;
  dealership_slug: string | null;
  /** VDP-26: `isReservable` of the vehicle; its dealership's switches are not included. */
  reservable: boolean;
  /** Null if the card shows no repayment. */
  repayment: AdvertisedRepayment | null;
  /** CARD-210: estimated whole dollars in the order of `STATES`; null if the price has no estimate. */
  drive_away: DriveAwayPrices | null;
} & { [F in Exclude<FacetName, 'badge'>]: unknown };

/** The fields of a result card; searches send no others to the browser. */
export const CARD_FIELDS = [
  'id',
  'slug',
  'name',
  'title',
  'badge',
  'make',
  'model',
  'car_type',
  'item_type',
  'status',
  'tag',
  'certified',
  'reserved',
  'created_at_timestamp',
  'km',
  'transmission',
  'fuel',
  'location_name',
  'city',
  'pricing',
  'repayment',
  'drive_away',
  'image_id',
  'image_version',
  'photos_count',
  'more_images',
  'below_market',
  'seats',
  'body',
  'measures',
  'dealership_slug',
  'reservable',
  'vin',
] as const satisfies readonly (keyof SearchDocument)[];

export type CardDocument = {
  id: string;
  slug: string;
  name: string;
  title: string;
  badge: string | null;
  make: string;
  model: string;
  car_type: string;
  item_type: ItemType;
  status: string;
  tag: string | null;
  certified: boolean;
  reserved: boolean;
  created_at_timestamp: number;
  km: number | null;
  transmission: string | null;
  fuel: string | null;
  /** The first of the locations that list it. */
  location_name: string | null;
  city: string | null;
  pricing: Pricing;
  repayment: AdvertisedRepayment | null;
  /** CARD-210. */
  drive_away: DriveAwayPrices | null;
  image_id: string | null;
  image_version: number | null;
  photos_count: number;
  /** As `SearchDocument`; absent until an older release's index is rebuilt, as is `below_market`. */
  more_images?: readonly ImageOriginal[];
  below_market?: Cents | null;
  seats: number | null;
  body: string | null;
  measures: Measures | null;
  dealership_slug: string | null;
  /** VDP-26. */
  reservable: boolean;
  /** FIN-01. */
  vin: string | null;
  /** Page views, if cards show them; not part of the index. */
  views?: number;
  /** LOC-11: whole kilometres from the place of the search, if it has one. */
  distance_km?: number;
};

const firstOf = (value: unknown): unknown => (Array.isArray(value) ? (value[0] ?? null) : value);

/** The index lists every location and body word of a vehicle; a card shows the first of each. */
export function withFirstValues<Hit extends { location_name?: unknown; body?: unknown }>(hit: Hit): Hit {
  const { location_name, body } = hit;
  return Array.isArray(location_name) || Array.isArray(body)
    ? { ...hit, location_name: firstOf(location_name), body: firstOf(body) }
    : hit;
}

export const toCard = (
  document: Pick<SearchDocument, (typeof CARD_FIELDS)[number]> | CardDocument,
): CardDocument =>
  withFirstValues(Object.fromEntries(CARD_FIELDS.map((field) => [field, document[field]])) as CardDocument);

/** The cheapest vehicle for sale of a condition. */
export type PriceFrom = { condition: CarType; cheapest: CardDocument };

/** A model or badge. */
export type StockLine = {
  /** Its spellings in feeds, most frequent first. */
  names: readonly string[];
  count: number;
  /** New, demo, used; the picture of the first represents the line. */
  from: readonly PriceFrom[];
  /** Stored body types. */
  bodies: readonly string[];
};

/** The stock behind a link to a search page. */
export type LinkedStock = {
  /** As shown on the search page, including vehicles coming soon and just sold. */
  count: number;
  /** Of those listed first, if some are. */
  countOfFirst?: number | undefined;
  forSale: number;
  cars: readonly CardDocument[];
};

/** The stock of a brand or a model. */
export type ShowroomStock = Pick<LinkedStock, 'count'> & {
  from: readonly PriceFrom[];
  /** New and demo vehicles. */
  fresh: readonly CardDocument[];
  used: readonly CardDocument[];
  lines: readonly StockLine[];
};

export const NO_STOCK: LinkedStock = { count: 0, forSale: 0, cars: [] };
export const NO_SHOWROOM: ShowroomStock = { count: 0, from: [], fresh: [], used: [], lines: [] };
