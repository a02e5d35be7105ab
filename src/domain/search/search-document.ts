import type { FacetName } from '#src/config/sections/search.ts';
import type { AdvertisedRepayment } from '../finance/advertised-repayment.ts';
import type { GeoPoint } from '../location/distance.ts';
import type { Measures } from '../vehicle/measures.ts';
import type { Pricing } from '../vehicle/price-display.ts';

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
