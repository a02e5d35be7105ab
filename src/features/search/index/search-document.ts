import type { FacetName } from '#src/config/sections/stock/search-section.ts';
import type { AdvertisedRepayment } from '#src/features/finance/advertised-repayment.ts';
import type { GeoPoint } from '#src/features/locations/distance.ts';
import type { Measures } from '#src/features/vehicle/measures.ts';
import type { Pricing } from '#src/features/vehicle/price/price-display.ts';
import type { ItemType } from '#src/features/vehicle/vehicle.ts';

/** The projection of one vehicle that Meilisearch holds; facets by their names, prices in whole dollars. */
export type SearchDocument = {
  id: string;
  dealer: string;
  slug: string;
  name: string;
  title: string;
  badge: string | null;
  /** The maker's code, and what its models are called together: `G20 3 Series`. */
  series: string | null;
  /** Such as "Dual Cab". */
  body_configuration: string | null;
  stocknum: string | null;
  vin: string | null;
  regplate: string | null;
  /** The dealer's rank; a vehicle with neither rank nor photos is below the others. */
  custom_rank: number;
  show_on_dealer_website: boolean;
  /** Epoch seconds. */
  sold_at: number | null;
  reserved: boolean;
  /**
   * What the price line is made of, see domain/vehicle/price-display.ts. The facet `price` is the price shown, in
   * dollars.
   */
  pricing: Pricing;
  /** Id of the first real picture; a placeholder counts as none (CARD-06). */
  image_id: string | null;
  /** Of that picture's content; null is 1. */
  image_version: number | null;
  photos_count: number;
  /** LOC-11: where it can be seen; null if unknown. */
  _geo: GeoPoint | null;
  /** What its kind is compared by: berths, length, tare. */
  measures: Measures | null;
  dealership_slug: string | null;
  /** Whether its deposit can be paid (VDP-26). */
  reservable: boolean;
  /** What the card shows of finance; null hides it. */
  repayment: AdvertisedRepayment | null;
} & { [F in Exclude<FacetName, 'badge'>]: unknown };

/** What a result card is made of; searches bring nothing else to a browser. */
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
  'image_id',
  'image_version',
  'photos_count',
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
  /** Of the dealer's locations that list it, the first. */
  location_name: string | null;
  city: string | null;
  pricing: Pricing;
  repayment: AdvertisedRepayment | null;
  image_id: string | null;
  image_version: number | null;
  photos_count: number;
  seats: number | null;
  body: string | null;
  /** Those of its kind; null where none is stated. */
  measures: Measures | null;
  dealership_slug: string | null;
  /** VDP-26. */
  reservable: boolean;
  /** For the finance page (FIN-01). */
  vin: string | null;
  /** Of its page, where cards say so; the index does not know them. */
  views?: number;
  /** LOC-11: from the place of the search, where it names one. Whole kilometres. */
  distance_km?: number;
};

/** A hit of the index as a card: of the locations that list a vehicle, its first. */
export function withFirstLocation<Hit extends { location_name?: unknown }>(hit: Hit): Hit {
  return Array.isArray(hit.location_name) ? { ...hit, location_name: hit.location_name[0] ?? null } : hit;
}

/** The part of a document that a card shows. */
export const toCard = (
  document: Pick<SearchDocument, (typeof CARD_FIELDS)[number]> | CardDocument,
): CardDocument =>
  withFirstLocation(Object.fromEntries(CARD_FIELDS.map((field) => [field, document[field]])) as CardDocument);

/** A model, or a badge of one, with what is in stock of it. */
export type StockLine = {
  name: string;
  /** For sale now. */
  count: number;
  /** The lowest priced one for sale, whose picture is shown for all. */
  cheapest: CardDocument | undefined;
  /** Stored body types, the most frequent first. */
  bodies: readonly string[];
};

/** The stock that a page's link leads to. */
export type LinkedStock = {
  /** As the search page says it, with vehicles to come and just sold. */
  count: number;
  /** For sale now. */
  inStock: number;
  /** The lowest priced one for sale. */
  cheapest: CardDocument | undefined;
  cars: readonly CardDocument[];
  lines: readonly StockLine[];
};

export const NO_STOCK: LinkedStock = { count: 0, inStock: 0, cheapest: undefined, cars: [], lines: [] };
