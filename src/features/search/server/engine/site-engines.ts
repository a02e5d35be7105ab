import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { type Environment, secretNamed } from '#src/config/environment.ts';
import type { Tenants } from '#src/dealer-files/fleet/tenants.ts';
import {
  isRefusal,
  isSearchUnavailable,
  SearchUnavailable,
} from '#src/features/search/server/search-failure.ts';
import { dealerFetch } from '#src/platform/external-services/dealer-fetch.ts';
import { type Breaker, createBreaker } from '#src/platform/external-services/service-client.ts';
import { outsideRequests } from '#src/platform/log/log.ts';
import { createVehicleIndex, type VehicleIndex } from './vehicle-index.ts';
import { createVehicleSearch, type VehicleSearch } from './vehicle-search.ts';

/** Reports a failure of the fallback as SearchUnavailable too, for which pages have a message. */
async function searchDatabase<T>(search: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await search();
  } catch (error) {
    if (signal?.aborted || isSearchUnavailable(error)) throw error;
    throw new SearchUnavailable('Neither the search engine nor the database responds', { cause: error });
  }
}

const createResilientSearch = (
  engine: VehicleSearch,
  database: VehicleSearch,
  breaker: Breaker,
): VehicleSearch => ({
  instant: (queries, within, signal) =>
    breaker.call(
      () => engine.instant(queries, within, signal),
      () => searchDatabase(() => database.instant(queries, within, signal), signal),
    ),
  cards: (options) =>
    breaker.call(
      () => engine.cards(options),
      () => searchDatabase(() => database.cards(options)),
    ),
  facetCounts: (within, facets) =>
    breaker.call(
      () => engine.facetCounts(within, facets),
      () => searchDatabase(() => database.facetCounts(within, facets)),
    ),
});

/** A Meilisearch index, with a search that falls back to the database. */
export type SiteEngine = {
  /** Part of lease names; empty for the shared engine. */
  name: string;
  search: VehicleSearch;
  breaker: Breaker;
  index: VehicleIndex;
};

/** CFG-06: the shared engine, and those configured in dealer files. */
export type SiteEngines = {
  shared: SiteEngine;
  /** Routes each search to the engine of its dealer. */
  search: VehicleSearch;
  /** Groups dealers by engine. */
  inUse(dealers: readonly DealerConfig[]): { engine: SiteEngine; dealers: string[] }[];
  isAnyOpen(): boolean;
  stop(): void;
};

type EngineAddress = { host: string; key: string; index: string };

/** The engine configured in the dealer file; undefined for the shared one. */
function configuredAddress(dealer: DealerConfig | undefined, env: Environment): EngineAddress | undefined {
  const { host, key, index = env.MEILI_INDEX } = dealer?.search ?? {};
  return host === undefined ? undefined : { host, key: (key && secretNamed(key)) ?? '', index };
}

const nameOf = (address: EngineAddress): string =>
  createHash('sha256').update(JSON.stringify(address)).digest('hex').slice(0, 16);

export function createSiteEngines(services: {
  env: Environment;
  log: Logger;
  tenants: Pick<Tenants, 'bySlug'>;
  database: VehicleSearch;
}): SiteEngines {
  const { env, log, tenants, database } = services;

  function openEngine(
    name: string,
    address: EngineAddress & { fetch?: ReturnType<typeof dealerFetch> },
  ): SiteEngine {
    const search = createVehicleSearch({ ...address, timeoutMs: env.SEARCH_TIMEOUT_MS });
    const context = name === '' ? {} : { engine: name };
    const breaker = createBreaker({
      probe: search.probe,
      isFailure: isSearchUnavailable,
      isOutage: (error) => !isRefusal(error),
      // The breaker's timer outlives the request that started it.
      onChange: (open, error) =>
        outsideRequests(() =>
          open
            ? log.error(
                { ...context, reason: String(error) },
                'search engine unavailable, using the database',
              )
            : log.warn(context, 'search engine back'),
        ),
    });
    return {
      ...{ name, breaker, index: createVehicleIndex(address) },
      search: createResilientSearch(search, database, breaker),
    };
  }

  const shared = openEngine('', { host: env.MEILI_HOST, key: env.MEILI_KEY, index: env.MEILI_INDEX });
  const own = new Map<string, SiteEngine>();
  const fetch = dealerFetch(env.FEED_HOSTS);

  function engineOf(dealer: DealerConfig | undefined): SiteEngine {
    const address = configuredAddress(dealer, env);
    if (!address) return shared;
    const name = nameOf(address);
    const engine = own.get(name) ?? openEngine(name, { ...address, fetch });
    own.set(name, engine);
    return engine;
  }
  const searchOf = (slug: string) => engineOf(tenants.bySlug(slug)).search;

  return {
    shared,
    search: {
      instant: (queries, within, signal) => searchOf(within.dealer).instant(queries, within, signal),
      cards: (options) => searchOf(options.within.dealer).cards(options),
      facetCounts: (within, facets) => searchOf(within.dealer).facetCounts(within, facets),
    },
    inUse(dealers) {
      const byEngine = Map.groupBy(dealers, engineOf);
      return [...byEngine].map(([engine, alike]) => ({ engine, dealers: alike.map(({ slug }) => slug) }));
    },
    isAnyOpen: () => [shared, ...own.values()].some(({ breaker }) => breaker.isOpen()),
    stop() {
      for (const { breaker } of [shared, ...own.values()]) breaker.stop();
    },
  };
}
