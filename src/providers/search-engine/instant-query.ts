import type { FacetName } from '#src/config/sections/search.ts';
import type { GeoPoint } from '#src/domain/location/distance.ts';
import type { CardDocument } from '#src/domain/search/card-document.ts';

/** One query of InstantSearch, already checked; `sort` is `attribute:direction`. */
export type InstantQuery = {
  sort: readonly string[];
  query: string;
  /** From 0. */
  page: number;
  hitsPerPage: number;
  facets: readonly FacetName[];
  /** Groups are joined by AND, `name:value` texts inside a group by OR. */
  facetFilters: readonly (readonly string[])[];
  /** `price>=10000`, joined by AND; those of a group by OR. */
  numericFilters: readonly (string | readonly string[])[];
  /** LOC-11: where `distance:asc` counts from, and how far a vehicle may be. */
  near?: GeoPoint & { km: number | null };
};

/** A response for InstantSearch. */
export type InstantResult = {
  hits: CardDocument[];
  nbHits: number;
  nbPages: number;
  page: number;
  hitsPerPage: number;
  facets: Record<string, Record<string, number>>;
  facets_stats: Record<string, { min: number; max: number }>;
  query: string;
  processingTimeMS: number;
  /** Where the list comes from: by words, both order it differently. */
  source: 'engine' | 'database';
};
