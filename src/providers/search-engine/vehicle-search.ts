import type { FacetName } from '#src/config/sections/search.ts';
import type { CardDocument } from '#src/domain/search/card-document.ts';
import { codeOf, withExactCodes } from '#src/domain/search/engine-words.ts';
import { CODE_FIELDS } from '#src/domain/search/searched-text.ts';
import type { StockScope } from '#src/domain/search/stock-scope.ts';
import { confined, engineQuery, instantResult } from './engine-query.ts';
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

/** Reads the one dictionary that the language does not spare, for the first search with such a word. */
const KOREAN_WORD = '차';
const NOBODY: StockScope = { dealer: '', conditions: [] };

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

/** @param engine where it is, and how long a search waits for it */
export function createVehicleSearch(engine: {
  host: string;
  key: string;
  index: string;
  timeoutMs: number;
}): EngineSearch {
  const multiSearch = createMultiSearch(engine);

  async function instant(
    queries: readonly InstantQuery[],
    within: StockScope,
    signal?: AbortSignal,
  ): Promise<InstantResult[]> {
    const asked = queries.map((query) => engineQuery(query, engine.index, within));
    const results = await searchAllWordsFirst(multiSearch, asked, signal);
    return queries.flatMap((query, at) => {
      const found = results[at];
      return found ? [instantResult(found, query)] : [];
    });
  }

  async function one(query: Partial<EngineQuery>, within: StockScope): Promise<EngineResult | undefined> {
    const [result] = await multiSearch([confined(query, engine.index, within)]);
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
      if (!isWarm) void one({ q: KOREAN_WORD }, NOBODY).catch(() => undefined);
      isWarm = true;
    },
    async cards({ within, sort, limit }) {
      const result = await one({ sort, hitsPerPage: limit }, within);
      return (result?.hits ?? []) as CardDocument[];
    },
    async facetCounts(within, facets) {
      const result = await one({ facets }, within);
      return result?.facetDistribution ?? {};
    },
  };
}
