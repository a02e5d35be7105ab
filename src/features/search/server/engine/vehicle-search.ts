import { instantMeiliSearch } from '@meilisearch/instant-meilisearch';
import { Meilisearch, MeilisearchRequestError, type MultiSearchQuery } from 'meilisearch';
import type { FacetName } from '#src/config/sections/stock/search-section.ts';
import { distanceKm, type GeoPoint } from '#src/features/locations/distance.ts';
import { FACETS } from '#src/features/search/facets/facets.ts';
import {
  CARD_FIELDS,
  type CardDocument,
  withFirstValues,
} from '#src/features/search/index/search-document.ts';
import {
  CODE_FIELDS,
  normaliseQuery,
  parseCode,
  quoteCodes,
} from '#src/features/search/index/text-matching.ts';
import type { StockCondition, StockScope } from '#src/features/stock/visible-stock.ts';
import { type EngineFetch, sendToEngine, UNCOMPRESSED } from './send-to-engine.ts';

/** A validated InstantSearch query. */
export type InstantQuery = {
  sort: readonly string[];
  query: string;
  /** 0-based. */
  page: number;
  hitsPerPage: number;
  facets: readonly FacetName[];
  /** `name:value`; groups are joined by AND, filters within a group by OR. */
  facetFilters: readonly (readonly string[])[];
  /** `price>=10000`, joined by AND; within a group by OR. */
  numericFilters: readonly (string | readonly string[])[];
  /** LOC-11: the origin of `distance:asc`, and the radius. */
  near?: GeoPoint & { km: number | null };
};

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
  /** The two rank text searches differently. */
  source: 'engine' | 'database';
};

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

export const filterText = ({ dealer, conditions }: StockScope): string =>
  [`dealer = ${quoted(dealer)}`, ...conditions.map(conditionText)].join(' AND ');

export type FacetCounts = { [F in FacetName]?: Record<string, number> };

/** Every method is restricted to the scope `within`. */
export type VehicleSearch = {
  /** @throws SearchUnavailable, or the reason of `signal` */
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

export type EngineSearch = VehicleSearch & {
  /** @throws SearchUnavailable */
  probe(): Promise<void>;
};

const RANGE_FACETS = FACETS.filter(({ kind }) => kind === 'range').map(({ name }) => name);

/**
 * Stock data is English. With language detection, the first Japanese query after a start would exceed the timeout while
 * Meilisearch loads its dictionary.
 */
const LOCALES = ['eng'] as const;

/** Preloads the Korean tokenizer, which Meilisearch loads lazily regardless of `locales`. */
const KOREAN_WORD = '차';
const EMPTY_SCOPE: StockScope = { dealer: '', conditions: [] };

type EngineQuery = Partial<MultiSearchQuery>;

/** Sets the index and scope of every query, regardless of the request's content. */
const confine = (query: EngineQuery, index: string, within: StockScope): MultiSearchQuery => ({
  ...query,
  indexUid: index,
  filter: [filterText(within), ...((query.filter ?? []) as string[])],
  locales: [...LOCALES],
});

/** Before its first search the adapter requests all facet values, to show those without hits. No page does. */
const isForEmptyValues = ({ q }: EngineQuery): boolean => q === undefined;

const METRES_PER_KM = 1000;

const BY_DISTANCE = 'distance:asc';

const sortRules = ({ sort, near }: InstantQuery): string[] =>
  sort.flatMap((rule) => {
    if (rule !== BY_DISTANCE) return [rule];
    return near ? [`_geoPoint(${near.lat}, ${near.lng}):asc`] : [];
  });

/** A query in the format of InstantSearch, as the adapter expects. */
function toAdapter(query: InstantQuery, index: string, toWords: (query: string) => string) {
  const { sort: _, near, ...params } = query;
  return {
    indexName: [index, sortRules(query).join(',')].filter(Boolean).join(':'),
    params: {
      ...params,
      query: toWords(normaliseQuery(params.query)),
      attributesToRetrieve: near ? [...CARD_FIELDS, '_geo'] : CARD_FIELDS,
      ...(near && { aroundLatLng: `${near.lat}, ${near.lng}` }),
      ...(near && near.km !== null && { aroundRadius: near.km * METRES_PER_KM }),
    },
  };
}

type GeoHit = CardDocument & { _geo?: GeoPoint | null; _geoloc?: unknown; _geoDistance?: number };

/** LOC-11: cards have the distance only; coordinates are not sent to the browser. */
function toCardHit({ _geo, _geoloc, _geoDistance, ...hit }: GeoHit, near: InstantQuery['near']) {
  const card = withFirstValues(hit);
  return near && _geo ? { ...card, distance_km: Math.round(distanceKm(near, _geo)) } : card;
}

/**
 * Drops the counts of range facets, which would be most of the response, and the average and sum that the adapter
 * adds as zero. Sliders use the bounds only.
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

const BACKGROUND_TIMEOUT_MS = 60_000;

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

  /** Each search gets a new adapter, as it caches responses without limit; creating one takes microseconds. */
  function createAdapter(within: StockScope, signal: AbortSignal | undefined) {
    const send = sendToEngine(timeoutMs, signal, fetch);
    let failure: unknown;
    const adapter = instantMeiliSearch(host, key, {
      primaryKey: 'id',
      finitePagination: true,
      meiliSearchParams: { attributesToHighlight: [], matchingStrategy: 'all' },
      requestInit: UNCOMPRESSED,
      async httpClient(url, init) {
        // The adapter logs thrown errors to the console, so the error is rethrown after the search.
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
        // The adapter is typed for several versions of Algolia's client.
        const { results } = await adapter.searchClient.search(requests as never);
        if (failure !== undefined) throw failure;
        return results as unknown as Omit<InstantResult, 'source'>[];
      },
    };
  }

  /**
   * Searches for all words, with codes exact; if nothing matches, for the prefix of a stock number, registration or VIN;
   * then for the rarest words.
   */
  async function searchAllWordsFirst(
    queries: readonly InstantQuery[],
    ...[within, signal]: [StockScope, AbortSignal | undefined]
  ): Promise<Omit<InstantResult, 'source'>[]> {
    const { search, setParameters } = createAdapter(within, signal);
    const main = queries.findIndex(({ hitsPerPage }) => hitsPerPage !== 0);
    const words = normaliseQuery(queries[main]?.query ?? '');
    const isFound = (results: readonly { nbHits: number }[]) => words === '' || results[main]?.nbHits !== 0;
    const exact = await search(queries, quoteCodes);
    if (main < 0 || isFound(exact)) return exact;
    const code = parseCode(words);
    if (code !== undefined) {
      setParameters({ attributesToSearchOn: [...CODE_FIELDS] });
      const byPrefix = await search(queries, () => code);
      if (isFound(byPrefix)) return byPrefix;
    }
    setParameters({ attributesToSearchOn: ['*'], matchingStrategy: 'frequency' });
    return search(queries, quoteCodes);
  }

  async function searchOne(query: EngineQuery, within: StockScope) {
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
        await searchOne({ hitsPerPage: 0 }, EMPTY_SCOPE);
      } catch (error) {
        isWarm = false;
        throw error;
      }
      // Not awaited; even a request that times out has loaded the tokenizer.
      if (!isWarm) void searchOne({ q: KOREAN_WORD, hitsPerPage: 0 }, EMPTY_SCOPE).catch(() => undefined);
      isWarm = true;
    },
    async cards({ within, sort, limit }) {
      const result = await searchOne({ sort: [...sort], hitsPerPage: limit }, within);
      return ((result?.hits ?? []) as CardDocument[]).map(withFirstValues);
    },
    async facetCounts(within, facets) {
      const result = await searchOne({ facets: [...facets], hitsPerPage: 0 }, within);
      return result?.facetDistribution ?? {};
    },
  };
}
