import { distanceKm, type GeoPoint } from '#src/domain/location/distance.ts';
import { CARD_FIELDS, type CardDocument } from '#src/domain/search/card-document.ts';
import { engineWords } from '#src/domain/search/engine-words.ts';
import { FACETS } from '#src/domain/search/facets.ts';
import type { StockScope } from '#src/domain/search/stock-scope.ts';
import { filterText, quoted } from './filter-text.ts';
import type { InstantQuery, InstantResult } from './instant-query.ts';
import type { EngineQuery, EngineResult } from './multi-search.ts';

/**
 * Stock is written in English. Where the engine guesses the language instead, the first Japanese word after its start
 * takes longer than a search may: it reads a dictionary for it.
 */
const LOCALES = ['eng'] as const;

const METRES_PER_KM = 1000;
const BY_DISTANCE = 'distance:asc';

type Near = InstantQuery['near'];

/** The only place that sets a query's index and scope, whatever the request contained. */
export const confined = (query: Partial<EngineQuery>, index: string, within: StockScope): EngineQuery => ({
  indexUid: index,
  q: engineWords(query.q ?? ''),
  filter: [filterText(within), ...(query.filter ?? [])],
  facets: query.facets ?? [],
  sort: query.sort ?? [],
  page: query.page ?? 1,
  hitsPerPage: query.hitsPerPage ?? 0,
  attributesToRetrieve: query.attributesToRetrieve ?? CARD_FIELDS,
  matchingStrategy: 'all',
  locales: LOCALES,
});

/** `make:Toyota` in the engine's filter language. */
function valueFilter(filter: string): string {
  const at = filter.indexOf(':');
  return `${filter.slice(0, at)} = ${quoted(filter.slice(at + 1))}`;
}

const insideOf = (near: Near): string[] =>
  near && near.km !== null ? [`_geoRadius(${near.lat}, ${near.lng}, ${near.km * METRES_PER_KM})`] : [];

/** Without a place there is no order by distance. */
function sortOf(sort: readonly string[], near: Near): string[] {
  if (!near) return sort.filter((rule) => rule !== BY_DISTANCE);
  return sort.map((rule) => (rule === BY_DISTANCE ? `_geoPoint(${near.lat}, ${near.lng}):asc` : rule));
}

/** A checked query of InstantSearch as the engine takes it. */
export function engineQuery(asked: InstantQuery, index: string, within: StockScope): EngineQuery {
  const { query, page, hitsPerPage, facets, facetFilters, numericFilters, near } = asked;
  return confined(
    {
      q: query,
      filter: [...numericFilters, ...facetFilters.map((group) => group.map(valueFilter)), ...insideOf(near)],
      facets,
      sort: sortOf(asked.sort, near),
      page: page + 1,
      hitsPerPage,
      ...(near && { attributesToRetrieve: [...CARD_FIELDS, '_geo'] }),
    },
    index,
    within,
  );
}

type PlacedHit = CardDocument & { _geo?: GeoPoint | null; _geoDistance?: number };

/** LOC-11: a card says how far away its vehicle is; where that is leaves the server with no card. */
const placed =
  (near: NonNullable<Near>) =>
  ({ _geo, _geoDistance, ...card }: PlacedHit): CardDocument =>
    _geo ? { ...card, distance_km: Math.round(distanceKm(near, _geo)) } : card;

const RANGE_FACETS = FACETS.filter(({ kind }) => kind === 'range').map(({ name }) => name);

/** Sliders read the statistics only; a count per price would be most of the response. */
function withoutRangeCounts(facets: InstantResult['facets']): InstantResult['facets'] {
  const counts = { ...facets };
  for (const name of RANGE_FACETS) if (name in counts) counts[name] = {};
  return counts;
}

/** What the engine found, as InstantSearch takes it. */
export function instantResult(
  found: EngineResult,
  { query, page, hitsPerPage, near }: InstantQuery,
): InstantResult {
  const hits = found.hits as PlacedHit[];
  return {
    hits: near ? hits.map(placed(near)) : hits,
    nbHits: found.totalHits ?? 0,
    nbPages: found.totalPages ?? 0,
    page,
    hitsPerPage,
    facets: withoutRangeCounts(found.facetDistribution ?? {}),
    facets_stats: found.facetStats ?? {},
    query,
    processingTimeMS: found.processingTimeMs ?? 0,
  };
}
