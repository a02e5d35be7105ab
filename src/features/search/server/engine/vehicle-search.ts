import { instantMeiliSearch } from '@meilisearch/instant-meilisearch';
import { Meilisearch, MeilisearchRequestError, type MultiSearchQuery } from 'meilisearch';
import type { FacetName } from '#src/config/sections/stock/search-section.ts';
import { distanceKm, type GeoPoint } from '#src/features/locations/distance.ts';
import { FACETS } from '#src/features/search/facets/facets.ts';
import {
  CARD_FIELDS,
  type CardDocument,
  withFirstLocation,
} from '#src/features/search/index/search-document.ts';
import type { StockCondition, StockScope } from '#src/features/search/index/stock-scope.ts';
import {
  CODE_FIELDS,
  codeOf,
  engineWords,
  withExactCodes,
} from '#src/features/search/index/text-matching.ts';
import { type EngineFetch, sendToEngine, UNCOMPRESSED } from './send-to-engine.ts';

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

/** A text in the engine's filter language. */
const quoted = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&')}"`;

const listed = (texts: readonly string[]) => `[${texts.map(quoted).join(', ')}]`;

const allOf = (conditions: readonly StockCondition[]) => conditions.map(conditionText).join(' AND ');

function facetText(condition: Extract<StockCondition, { facet: string }>): string {
  const { facet } = condition;
  if ('values' in condition) return `${facet} IN ${listed(condition.values)}`;
  const { min, max } = condition;
  const bounds = [
    ...(min === undefined ? [] : [`${facet} >= ${min}`]),
    ...(max === undefined ? [] : [`${facet} <= ${max}`]),
  ];
  return `(${bounds.join(' AND ')})`;
}

function conditionText(condition: StockCondition): string {
  if ('anyOf' in condition) return `(${condition.anyOf.map((all) => `(${allOf(all)})`).join(' OR ')})`;
  if ('facet' in condition) return facetText(condition);
  const { field } = condition;
  if ('among' in condition) return `${field} IN ${listed(condition.among)}`;
  if ('notAmong' in condition) return `${field} NOT IN ${listed(condition.notAmong)}`;
  if ('atLeast' in condition) return `${field} >= ${condition.atLeast}`;
  return `${field} = ${condition.is}`;
}

/** A scope in the engine's filter language. */
export const filterText = ({ dealer, conditions }: StockScope): string =>
  [`dealer = ${quoted(dealer)}`, ...conditions.map(conditionText)].join(' AND ');

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
const EMPTY_SCOPE: StockScope = { dealer: '', conditions: [] };

type EngineQuery = Partial<MultiSearchQuery>;

/** The only place that sets a query's index and scope, whatever the request contained. */
const confine = (query: EngineQuery, index: string, within: StockScope): MultiSearchQuery => ({
  ...query,
  indexUid: index,
  filter: [filterText(within), ...((query.filter ?? []) as string[])],
  locales: [...LOCALES],
});

/** Before its first search the adapter asks for the facets of all stock, for values without vehicles. No page shows those. */
const isForEmptyValues = ({ q }: EngineQuery): boolean => q === undefined;

const METRES_PER_KM = 1000;

const BY_DISTANCE = 'distance:asc';

const sortRules = ({ sort, near }: InstantQuery): string[] =>
  sort.flatMap((rule) => {
    if (rule !== BY_DISTANCE) return [rule];
    return near ? [`_geoPoint(${near.lat}, ${near.lng}):asc`] : [];
  });

/** A query as InstantSearch would send it, whose words, order and area the adapter knows. */
function toAdapter(query: InstantQuery, index: string, toWords: (query: string) => string) {
  const { sort: _, near, ...params } = query;
  return {
    indexName: [index, sortRules(query).join(',')].filter(Boolean).join(':'),
    params: {
      ...params,
      query: toWords(engineWords(params.query)),
      attributesToRetrieve: near ? [...CARD_FIELDS, '_geo'] : CARD_FIELDS,
      ...(near && { aroundLatLng: `${near.lat}, ${near.lng}` }),
      ...(near && near.km !== null && { aroundRadius: near.km * METRES_PER_KM }),
    },
  };
}

type PlacedHit = CardDocument & { _geo?: GeoPoint | null; _geoloc?: unknown; _geoDistance?: number };

/** LOC-11: a card says how far away its vehicle is; where that is leaves the server with no card. */
function toCardHit({ _geo, _geoloc, _geoDistance, ...hit }: PlacedHit, near: InstantQuery['near']) {
  const card = withFirstLocation(hit);
  return near && _geo ? { ...card, distance_km: Math.round(distanceKm(near, _geo)) } : card;
}

/**
 * Of ranges a slider reads the bounds only: a count for each price would be most of the response, and the average and
 * sum that the adapter adds are zero.
 */
function fromAdapter(result: Omit<InstantResult, 'source'>, near: InstantQuery['near']): InstantResult {
  const facets = { ...result.facets };
  for (const name of RANGE_FACETS) if (name in facets) facets[name] = {};
  const bounds = Object.entries(result.facets_stats).map(([name, { min, max }]) => [name, { min, max }]);
  return {
    ...result,
    hits: result.hits.map((hit) => toCardHit(hit, near)),
    facets,
    facets_stats: Object.fromEntries(bounds),
    source: 'engine',
  };
}

/** How long a search waits that no shopper waits for. */
const BACKGROUND_TIMEOUT_MS = 60_000;

/** @param engine where it is, and how long a search waits for it; a minute unless it says so */
export function createVehicleSearch(engine: {
  host: string;
  key: string;
  index: string;
  timeoutMs?: number;
  fetch?: EngineFetch;
}): EngineSearch {
  const { host, key, index, timeoutMs = BACKGROUND_TIMEOUT_MS, fetch } = engine;
  const client = new Meilisearch({
    host,
    apiKey: key,
    requestInit: UNCOMPRESSED,
    httpClient: sendToEngine(timeoutMs, undefined, fetch),
  });

  /** A new adapter for every search: it caches responses without limit, and creating one costs microseconds. */
  function createAdapter(within: StockScope, signal: AbortSignal | undefined) {
    const send = sendToEngine(timeoutMs, signal, fetch);
    let failure: unknown;
    const adapter = instantMeiliSearch(host, key, {
      primaryKey: 'id',
      finitePagination: true,
      meiliSearchParams: { attributesToHighlight: [], matchingStrategy: 'all' },
      requestInit: UNCOMPRESSED,
      async httpClient(url, init) {
        // The adapter would print an error; the caller decides what to log.
        if (failure !== undefined) return { results: [] };
        const { queries } = JSON.parse(String(init?.body)) as { queries: EngineQuery[] };
        if (queries.every(isForEmptyValues))
          return { results: queries.map(() => ({ facetDistribution: {} })) };
        const body = JSON.stringify({ queries: queries.map((query) => confine(query, index, within)) });
        return send(url, { ...init, body }).catch((error: unknown) => {
          failure = error;
          return { results: [] };
        });
      },
    });
    return {
      setParameters: adapter.setMeiliSearchParams,
      async search(queries: readonly InstantQuery[], toWords: (query: string) => string) {
        const requests = queries.map((query) => toAdapter(query, index, toWords));
        // Its types are those of another vendor's client with several forms; this is the plain one.
        const { results } = await adapter.searchClient.search(requests as never);
        if (failure !== undefined) throw failure;
        return results as unknown as Omit<InstantResult, 'source'>[];
      },
    };
  }

  /**
   * Asks for all words, codes as they are written; where nothing holds them all, for the beginning of a stock number,
   * registration or VIN; and last for the rarer words.
   */
  async function searchAllWordsFirst(
    queries: readonly InstantQuery[],
    ...[within, signal]: [StockScope, AbortSignal | undefined]
  ): Promise<Omit<InstantResult, 'source'>[]> {
    const { search, setParameters } = createAdapter(within, signal);
    const main = queries.findIndex(({ hitsPerPage }) => hitsPerPage !== 0);
    const words = engineWords(queries[main]?.query ?? '');
    const isFound = (results: readonly { nbHits: number }[]) => words === '' || results[main]?.nbHits !== 0;
    const exactly = await search(queries, withExactCodes);
    if (main < 0 || isFound(exactly)) return exactly;
    const code = codeOf(words);
    if (code !== undefined) {
      setParameters({ attributesToSearchOn: [...CODE_FIELDS] });
      const begun = await search(queries, () => code);
      if (isFound(begun)) return begun;
    }
    setParameters({ attributesToSearchOn: ['*'], matchingStrategy: 'frequency' });
    return search(queries, withExactCodes);
  }

  async function one(query: EngineQuery, within: StockScope) {
    const confined = confine({ q: '', attributesToRetrieve: [...CARD_FIELDS], ...query }, index, within);
    const { results } = await client.multiSearch({ queries: [confined] }).catch((error: unknown) => {
      throw error instanceof MeilisearchRequestError ? error.cause : error;
    });
    return results[0];
  }

  let isWarm = false;

  return {
    async instant(queries, within, signal) {
      const results = await searchAllWordsFirst(queries, within, signal);
      return results.map((result, at) => fromAdapter(result, queries[at]?.near));
    },
    async probe() {
      try {
        await one({ hitsPerPage: 0 }, EMPTY_SCOPE);
      } catch (error) {
        isWarm = false;
        throw error;
      }
      // No shopper waits for it, and one that is late has done its work.
      if (!isWarm) void one({ q: KOREAN_WORD, hitsPerPage: 0 }, EMPTY_SCOPE).catch(() => undefined);
      isWarm = true;
    },
    async cards({ within, sort, limit }) {
      const result = await one({ sort: [...sort], hitsPerPage: limit }, within);
      return ((result?.hits ?? []) as CardDocument[]).map(withFirstLocation);
    },
    async facetCounts(within, facets) {
      const result = await one({ facets: [...facets], hitsPerPage: 0 }, within);
      return result?.facetDistribution ?? {};
    },
  };
}
