import type { AdvertisedRepayment } from '../finance/advertised-repayment.ts';
import type { Measures } from '../vehicle/measures.ts';
import type { Pricing } from '../vehicle/price-display.ts';
import type { ItemType } from '../vehicle/vehicle.ts';
import type { SearchDocument } from './search-document.ts';

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
