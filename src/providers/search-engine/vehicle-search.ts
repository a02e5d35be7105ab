import { instantMeiliSearch } from '@meilisearch/instant-meilisearch';
import type { FacetName } from '#src/config/sections/search.ts';
import { distanceKm, type GeoPoint } from '#src/domain/location/distance.ts';
import { CARD_FIELDS, type CardDocument, withFirstLocation } from '#src/domain/search/card-document.ts';
import { codeOf, engineWords, withExactCodes } from '#src/domain/search/engine-words.ts';
import { FACETS } from '#src/domain/search/facets.ts';
import { CODE_FIELDS } from '#src/domain/search/searched-text.ts';
import type { StockScope } from '#src/domain/search/stock-scope.ts';
import { filterText } from './filter-text.ts';
import type { InstantQuery, InstantResult } from './instant-query.ts';
import { createMultiSearch, type EngineQuery, type EngineResult, type MultiSearch } from './multi-search.ts';

export type FacetCounts = { [F in FacetName]?: Record<string, number> };

/** Searches vehicles. Every method confines itself to `within`. */
export type VehicleSearch = {
  /** @throws SearchUnavailable, or the signal's reason once no request is waiting */
  instant(
    queries: readonly InstantQuery[],
    within: StockScope,
    signal?: AbortSignal,
  ): Promise<InstantResult[]>;
  /** @throws SearchUnavailable */
  cards(options: { within: StockScope; sort: readonly string[]; limit: number }): Promise<CardDocument[]>;
  /** Vehicles by facet value. @throws SearchUnavailable */
  facetCounts(within: StockScope, facets: readonly FacetName[]): Promise<FacetCounts>;
};

/** The engine's own search, with a check whether it works. */
export type EngineSearch = VehicleSearch & {
  /** @throws SearchUnavailable */
  probe(): Promise<void>;
};

const RANGE_FACETS = FACETS.filter(({ kind }) => kind === 'range').map(({ name }) => name);

/**
 * Stock is written in English. Where the engine guesses the language instead, the first Japanese word after its start
 * takes longer than a search may: it reads a dictionary for it.
 */
const LOCALES = ['eng'] as const;

/** Reads the one dictionary that the language does not spare, for the first search with such a word. */
const KOREAN_WORD = '차';
const NOBODY: StockScope = { dealer: '', conditions: [] };

/** The only place that sets a query's index and scope, whatever the request contained. */
const confine = (query: EngineQuery, index: string, within: StockScope): EngineQuery => ({
  indexUid: index,
  q: engineWords(query.q ?? ''),
  filter: [filterText(within), ...(query.filter ?? [])],
  facets: query.facets ?? [],
  sort: query.sort ?? [],
  page: query.page ?? 1,
  hitsPerPage: query.hitsPerPage ?? 0,
  attributesToRetrieve: CARD_FIELDS,
  matchingStrategy: 'all',
  locales: LOCALES,
});

const METRES_PER_KM = 1000;

const BY_DISTANCE = 'distance:asc';

/** What the adapter has no words for: how far a vehicle may be, and the order by it. */
function withDistance(query: EngineQuery, asked: InstantQuery | undefined): EngineQuery {
  const near = asked?.near;
  if (!near) return { ...query, sort: (query.sort ?? []).filter((rule) => rule !== BY_DISTANCE) };
  const sort = (query.sort ?? []).map((rule) =>
    rule === BY_DISTANCE ? `_geoPoint(${near.lat}, ${near.lng}):asc` : rule,
  );
  if (near.km === null) return { ...query, sort };
  const inside = `_geoRadius(${near.lat}, ${near.lng}, ${near.km * METRES_PER_KM})`;
  return { ...query, sort, filter: [...(query.filter ?? []), inside] };
}

type PlacedHit = CardDocument & { _geo?: GeoPoint | null; _geoDistance?: number };

/** LOC-11: a card says how far away its vehicle is; where that is leaves the server with no card. */
function asCards(result: EngineResult, near: InstantQuery['near']): EngineResult {
  const hits = (result.hits as PlacedHit[]).map(({ _geo, _geoDistance, ...hit }) => {
    const card = withFirstLocation(hit);
    return near && _geo ? { ...card, distance_km: Math.round(distanceKm(near, _geo)) } : card;
  });
  return { ...result, hits };
}

/** Sliders read the statistics only; a count per price would be most of the response. */
function withoutRangeCounts(result: EngineResult): EngineResult {
  const facetDistribution = { ...result.facetDistribution };
  for (const name of RANGE_FACETS) if (name in facetDistribution) facetDistribution[name] = {};
  return { ...result, facetDistribution };
}

/**
 * Asks for all words, codes as they are written; where nothing holds them all, for the beginning of a stock number,
 * registration or VIN; and last for the rarer words.
 */
async function searchAllWordsFirst(
  multiSearch: MultiSearch,
  queries: readonly EngineQuery[],
  signal?: AbortSignal,
) {
  const main = queries.findIndex(({ hitsPerPage }) => hitsPerPage !== 0);
  const words = queries[main]?.q ?? '';
  const search = (more: Partial<EngineQuery>, toWords: (q: string) => string) =>
    multiSearch(
      queries.map((query) => ({ ...query, ...more, q: toWords(query.q ?? '') })),
      signal,
    );
  const isFound = (results: readonly EngineResult[]) => words === '' || results[main]?.totalHits !== 0;
  const exactly = await search({}, withExactCodes);
  if (main < 0 || isFound(exactly)) return exactly;
  const code = codeOf(words);
  if (code !== undefined) {
    const begun = await search({ attributesToSearchOn: CODE_FIELDS }, () => code);
    if (isFound(begun)) return begun;
  }
  return search({ matchingStrategy: 'frequency' }, withExactCodes);
}

/** The adapter adds an average and a sum of zero to each range. */
const withRangesAlone = (result: InstantResult): InstantResult => ({
  ...result,
  facets_stats: Object.fromEntries(
    Object.entries(result.facets_stats).map(([name, { min, max }]) => [name, { min, max }]),
  ),
});

/** The adapter writes what it receives into its cache, as text: a fifth of a millisecond for what is never read. */
const NOT_WRITTEN = { toJSON: () => null };

/** How long a search waits that no shopper waits for. */
const UNHURRIED_MS = 60_000;

/** @param engine where it is, and how long a search waits for it; a minute unless it says so */
export function createVehicleSearch(engine: {
  host: string;
  key: string;
  index: string;
  timeoutMs?: number;
}): EngineSearch {
  const multiSearch = createMultiSearch({ timeoutMs: UNHURRIED_MS, ...engine });

  async function instant(
    queries: readonly InstantQuery[],
    within: StockScope,
    signal?: AbortSignal,
  ): Promise<InstantResult[]> {
    let failure: unknown;
    const answer = async (body: unknown) => {
      const { queries: asked } = JSON.parse(String(body)) as { queries: EngineQuery[] };
      // The adapter's first call counts facets of the full index, for all tenants. Its result is not used here.
      if (asked.every(({ q }) => q === undefined)) return { results: [] };
      const confined = asked.map((query, at) => ({
        ...confine(withDistance(query, queries[at]), engine.index, within),
        ...(queries[at]?.near && { attributesToRetrieve: [...CARD_FIELDS, '_geo'] }),
      }));
      try {
        const results = await searchAllWordsFirst(multiSearch, confined, signal);
        return {
          results: results.map((result, at) => ({
            ...withoutRangeCounts(asCards(result, queries[at]?.near)),
            ...NOT_WRITTEN,
          })),
        };
      } catch (error) {
        // The adapter would print the error; the caller decides what to log.
        failure = error;
        return { results: [] };
      }
    };
    // A new adapter for every call: it caches responses without limit, and creating one costs microseconds.
    const { searchClient } = instantMeiliSearch(engine.host, engine.key, {
      primaryKey: 'id',
      finitePagination: true,
      httpClient: (_url, init) => answer(init?.body),
    });
    const requests = queries.map(({ sort, near: _, ...params }) => ({
      indexName: sort.length > 0 ? `${engine.index}:${sort.join(',')}` : engine.index,
      params,
    }));
    // Its types are those of another vendor's client with several forms; this is the plain one.
    const { results } = await searchClient.search(requests as never);
    if (failure !== undefined) throw failure;
    return (results as unknown as InstantResult[]).map(withRangesAlone);
  }

  async function one(query: EngineQuery, within: StockScope): Promise<EngineResult | undefined> {
    const [result] = await multiSearch([confine(query, engine.index, within)]);
    return result;
  }

  let isWarm = false;

  return {
    instant,
    async probe() {
      try {
        await multiSearch([{ indexUid: engine.index, hitsPerPage: 0 }]);
      } catch (error) {
        isWarm = false;
        throw error;
      }
      // No shopper waits for it, and one that is late has done its work.
      if (!isWarm) void one({ indexUid: engine.index, q: KOREAN_WORD }, NOBODY).catch(() => undefined);
      isWarm = true;
    },
    async cards({ within, sort, limit }) {
      const result = await one({ indexUid: engine.index, sort, hitsPerPage: limit }, within);
      return ((result?.hits ?? []) as CardDocument[]).map(withFirstLocation);
    },
    async facetCounts(within, facets) {
      const result = await one({ indexUid: engine.index, facets }, within);
      return result?.facetDistribution ?? {};
    },
  };
}
