import type { FacetName } from '#src/config/sections/search.ts';

/** The projection of one vehicle that Meilisearch holds; facets by their names, prices in whole dollars. */
export type SearchDocument = {
  id: string;
  dealer: string;
  slug: string;
  name: string;
  title: string;
  badge: string | null;
  stocknum: string | null;
  vin: string | null;
  regplate: string | null;
  custom_rank: number;
  show_on_dealer_website: boolean;
  /** Epoch seconds. */
  sold_at: number | null;
  reserved: boolean;
  before_price: number | null;
  price_type: string | null;
  image_id: string | null;
  photos_count: number;
  /** What the card shows of finance, computed by domain/finance; null hides it. */
  repayment: { weeklyCents: number; interestRate: number; comparisonRate: number; source: string } | null;
} & { [F in Exclude<FacetName, 'badge'>]: unknown };
