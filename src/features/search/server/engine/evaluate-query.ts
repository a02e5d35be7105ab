import type { FacetName } from '#src/config/sections/stock/search-section.ts';
import { distanceKm, type GeoPoint } from '#src/features/locations/distance.ts';
import { getFacet } from '#src/features/search/facets/facets.ts';
import { type SearchDocument, toCard } from '#src/features/search/index/search-document.ts';
import { documentWords, wordMatcher } from '#src/features/search/index/text-matching.ts';
import { folded } from '#src/platform/text/fold-text.ts';
import type { FacetCounts, InstantQuery, InstantResult } from './vehicle-search.ts';

/** A document with its searchable words, computed on first use. */
export type Findable = { document: SearchDocument; words(): readonly string[] };

export function findable(document: SearchDocument): Findable {
  let words: readonly string[] | undefined;
  return {
    document,
    words() {
      words ??= documentWords(document);
      return words;
    },
  };
}

type QueryFilters = Pick<InstantQuery, 'query' | 'facetFilters' | 'numericFilters' | 'near'>;

const NUMERIC = /^([a-z_]+)(>=|<=)(\d+(?:\.\d+)?)$/;

/** Values as strings, as in the engine's filters. */
function valuesOf(document: SearchDocument, name: FacetName): string[] {
  const value = document[name];
  if (value === null || value === undefined) return [];
  return Array.isArray(value) ? value.map(String) : [String(value)];
}

function matcherOf(group: readonly string[]): (document: SearchDocument) => boolean {
  const wanted = group.map((text) => {
    const at = text.indexOf(':');
    return { name: text.slice(0, at) as FacetName, value: folded(text.slice(at + 1)) };
  });
  return (document) =>
    wanted.some(({ name, value }) => valuesOf(document, name).some((found) => folded(found) === value));
}

function boundOf(text: string): (document: SearchDocument) => boolean {
  const [, name, sign, number] = NUMERIC.exec(text) ?? [];
  return (document) => {
    const value = document[name as FacetName];
    if (typeof value !== 'number') return false;
    return sign === '>=' ? value >= Number(number) : value <= Number(number);
  };
}

function boundsOf(group: string | readonly string[]): (document: SearchDocument) => boolean {
  const bounds = [group].flat().map(boundOf);
  return (document) => bounds.some((isWithin) => isWithin(document));
}

function radiusOf({ km, ...from }: NonNullable<InstantQuery['near']>): (document: SearchDocument) => boolean {
  if (km === null) return () => true;
  return ({ _geo }) => _geo !== null && distanceKm(from, _geo) <= km;
}

/** The caller must apply the tenant's scope. */
export function findMatching(all: readonly Findable[], filters: QueryFilters): SearchDocument[] {
  const tests = [
    ...filters.facetFilters.map(matcherOf),
    ...filters.numericFilters.map(boundsOf),
    ...(filters.near ? [radiusOf(filters.near)] : []),
  ];
  const matches = wordMatcher(filters.query);
  const hasWords = filters.query.trim() === '' ? () => true : ({ words }: Findable) => matches(words());
  return all
    .filter((one) => tests.every((test) => test(one.document)) && hasWords(one))
    .map(({ document }) => document);
}

/** Sorts by rules `attribute:direction`; documents without the attribute come last, as in Meilisearch. */
export function inOrder(
  documents: readonly SearchDocument[],
  rules: readonly string[],
  near?: GeoPoint,
): SearchDocument[] {
  const keys = rules.map((rule) => {
    const [name = '', direction] = rule.split(':');
    const keyOf = (document: SearchDocument): string | number | null => {
      if (name !== 'distance') return document[name as 'custom_rank'] ?? null;
      return near && document._geo ? distanceKm(near, document._geo) : null;
    };
    return { keyOf, sign: direction === 'desc' ? -1 : 1 };
  });
  return [...documents].sort((a, b) => {
    for (const { keyOf, sign } of keys) {
      const [left, right] = [keyOf(a), keyOf(b)];
      if (left === right) continue;
      if (left === null) return 1;
      if (right === null) return -1;
      return sign * (left < right ? -1 : 1);
    }
    return 0;
  });
}

/** Document counts by facet value, largest first. */
export function countFacets(documents: readonly SearchDocument[], names: readonly FacetName[]): FacetCounts {
  return Object.fromEntries(
    names.map((name) => {
      const counts = new Map<string, number>();
      for (const document of documents) {
        for (const value of valuesOf(document, name)) counts.set(value, (counts.get(value) ?? 0) + 1);
      }
      return [name, Object.fromEntries([...counts].sort(([, a], [, b]) => b - a))];
    }),
  );
}

function rangesOf(documents: readonly SearchDocument[], names: readonly FacetName[]) {
  const stats: InstantResult['facets_stats'] = {};
  for (const name of names) {
    const numbers = documents.map((document) => document[name]).filter((value) => typeof value === 'number');
    if (numbers.length === 0) continue;
    const range = { min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY };
    for (const number of numbers) {
      range.min = Math.min(range.min, number);
      range.max = Math.max(range.max, number);
    }
    stats[name] = range;
  }
  return stats;
}

const toHit = (document: SearchDocument, near: InstantQuery['near']) => ({
  ...toCard(document),
  ...(near && document._geo && { distance_km: Math.round(distanceKm(near, document._geo)) }),
});

/** Runs an InstantSearch query in memory; equivalent to the engine except for relevance ranking. */
export function evaluateQuery(all: readonly Findable[], instantQuery: InstantQuery): InstantResult {
  const { query, page, hitsPerPage, facets } = instantQuery;
  const found = inOrder(findMatching(all, instantQuery), instantQuery.sort, instantQuery.near);
  const nbHits = found.length;
  const from = page * hitsPerPage;
  const counted = facets.filter((name) => getFacet(name).kind !== 'range');
  const uncounted = Object.fromEntries(
    facets.filter((name) => !counted.includes(name)).map((name) => [name, {}]),
  );
  return {
    hits: found.slice(from, from + hitsPerPage).map((document) => toHit(document, instantQuery.near)),
    nbHits,
    nbPages: hitsPerPage === 0 ? 0 : Math.ceil(nbHits / hitsPerPage),
    page,
    hitsPerPage,
    facets: { ...countFacets(found, counted), ...uncounted },
    facets_stats: rangesOf(found, facets),
    query,
    processingTimeMS: 0,
    source: 'database',
  };
}
