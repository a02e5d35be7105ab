/** A query of Meilisearch's multi-search, as far as this site uses it. */
export type EngineQuery = {
  indexUid: string;
  q?: string;
  filter?: readonly (string | readonly string[])[];
  facets?: readonly string[];
  sort?: readonly string[];
  page?: number;
  hitsPerPage?: number;
  attributesToRetrieve?: readonly string[];
  matchingStrategy?: 'all' | 'frequency';
};

export type EngineResult = {
  indexUid: string;
  hits: unknown[];
  totalHits?: number;
  facetDistribution?: Record<string, Record<string, number>>;
  facetStats?: Record<string, { min: number; max: number }>;
};

export type MultiSearch = (queries: readonly EngineQuery[]) => Promise<EngineResult[]>;

/** The search engine did not answer, or not in time. */
export class SearchUnavailable extends Error {
  override name = 'SearchUnavailable' as const;
}

/** Twice the engine's own cut-off, and a little for the way; a shopper is answered from the database then. */
const TIMEOUT_MS = 700;

/** @throws SearchUnavailable */
export function createMultiSearch(engine: { host: string; key: string }): MultiSearch {
  const url = new URL('/multi-search', engine.host);
  const headers = {
    'content-type': 'application/json',
    // A compressed answer costs Meilisearch 40 ms, far more than it saves on one machine.
    'accept-encoding': 'identity',
    ...(engine.key ? { authorization: `Bearer ${engine.key}` } : {}),
  };
  return async (queries) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers,
      body: JSON.stringify({ queries }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((error: unknown) => {
      throw new SearchUnavailable('The search engine cannot be reached', { cause: error });
    });
    if (!answer.ok) {
      const reason = (await answer.text()).slice(0, 500);
      throw new SearchUnavailable(`The search engine answered ${answer.status}: ${reason}`);
    }
    const { results } = (await answer.json()) as { results: EngineResult[] };
    return results;
  };
}
