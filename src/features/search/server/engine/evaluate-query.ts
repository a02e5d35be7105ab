import type { FacetName } from '#src/config/sections/stock/search-section.ts';
import { distanceKm, type GeoPoint } from '#src/features/locations/distance.ts';
import { facetNamed } from '#src/features/search/facets/facets.ts';
import { type SearchDocument, toCard } from '#src/features/search/index/search-document.ts';
import { searchWords, wordMatcher } from '#src/features/search/index/text-matching.ts';
import { folded } from '#src/platform/text/fold-text.ts';
import type { FacetCounts, InstantQuery, InstantResult } from './vehicle-search.ts';

/** A document with its searchable words, which are computed on first use. */
export type Findable = { document: SearchDocument; words(): readonly string[] };

export function findable(document: SearchDocument): Findable {
  let words: readonly string[] | undefined;
  return {
    document,
    words() {
      words ??= searchWords(document);
      return words;
    },
  };
}

type Asked = Pick<InstantQuery, 'query' | 'facetFilters' | 'numericFilters' | 'near'>;

const NUMERIC = /^([a-z_]+)(>=|<=)(\d+(?:\.\d+)?)$/;

/** Values of a facet as texts; booleans as the engine names them. */
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
  const ways = [group].flat().map(boundOf);
  return (document) => ways.some((isWithin) => isWithin(document));
}

function radiusOf({ km, ...from }: NonNullable<InstantQuery['near']>): (document: SearchDocument) => boolean {
  if (km === null) return () => true;
  return ({ _geo }) => _geo !== null && distanceKm(from, _geo) <= km;
}

/** The documents of `all` that a query finds; the caller applies the tenant's scope. */
export function findMatching(all: readonly Findable[], asked: Asked): SearchDocument[] {
  const tests = [
    ...asked.facetFilters.map(matcherOf),
    ...asked.numericFilters.map(boundsOf),
    ...(asked.near ? [radiusOf(asked.near)] : []),
  ];
  const matches = wordMatcher(asked.query);
  const hasWords = asked.query.trim() === '' ? () => true : ({ words }: Findable) => matches(words());
  return all
    .filter((one) => tests.every((test) => test(one.document)) && hasWords(one))
    .map(({ document }) => document);
}

/** Documents in the order of rules `attribute:direction`; those without the attribute are last, as in the engine. */
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

/** Documents by facet value, largest first. */
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

/** Only the card's fields. */
const toHit = (document: SearchDocument, near: InstantQuery['near']) => ({
  ...toCard(document),
  ...(near && document._geo && { distance_km: Math.round(distanceKm(near, document._geo)) }),
});

/** Answers a query of InstantSearch from documents in memory, like the engine except for the ranking of words. */
export function evaluateQuery(all: readonly Findable[], asked: InstantQuery): InstantResult {
  const { query, page, hitsPerPage, facets } = asked;
  const found = inOrder(findMatching(all, asked), asked.sort, asked.near);
  const nbHits = found.length;
  const from = page * hitsPerPage;
  const counted = facets.filter((name) => facetNamed(name).kind !== 'range');
  const uncounted = Object.fromEntries(
    facets.filter((name) => !counted.includes(name)).map((name) => [name, {}]),
  );
  return {
    hits: found.slice(from, from + hitsPerPage).map((document) => toHit(document, asked.near)),
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
