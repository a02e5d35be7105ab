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

/** A database that fails while the engine is unavailable leaves a search without a response, as a page can say. */
async function byDatabase<T>(search: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await search();
  } catch (error) {
    if (signal?.aborted || isSearchUnavailable(error)) throw error;
    throw new SearchUnavailable('Neither the search engine nor the database responds', { cause: error });
  }
}

/** Uses the search engine, or the database if the engine is unavailable. */
const createResilientSearch = (
  engine: VehicleSearch,
  database: VehicleSearch,
  breaker: Breaker,
): VehicleSearch => ({
  instant: (queries, within, signal) =>
    breaker.call(
      () => engine.instant(queries, within, signal),
      () => byDatabase(() => database.instant(queries, within, signal), signal),
    ),
  cards: (options) =>
    breaker.call(
      () => engine.cards(options),
      () => byDatabase(() => database.cards(options)),
    ),
  facetCounts: (within, facets) =>
    breaker.call(
      () => engine.facetCounts(within, facets),
      () => byDatabase(() => database.facetCounts(within, facets)),
    ),
});

/** A Meilisearch index, and its reader that uses the database while the engine is unavailable. */
export type SiteEngine = {
  /** Distinguishes engines in names of leases; empty for the installation's own. */
  name: string;
  search: VehicleSearch;
  breaker: Breaker;
  index: VehicleIndex;
};

/** CFG-06: the engine of the installation, and those that dealer files name for single sites. */
export type SiteEngines = {
  shared: SiteEngine;
  /** Searches the engine of the dealer that a search is confined to. */
  search: VehicleSearch;
  /** The engines of dealers, each with those whose stock it holds. */
  inUse(dealers: readonly DealerConfig[]): { engine: SiteEngine; dealers: string[] }[];
  isAnyOpen(): boolean;
  stop(): void;
};

type Place = { host: string; key: string; index: string };

/** The engine a dealer file names; undefined for that of the installation. */
function ownPlace(dealer: DealerConfig | undefined, env: Environment): Place | undefined {
  const { host, key, index = env.MEILI_INDEX } = dealer?.search ?? {};
  return host === undefined ? undefined : { host, key: (key && secretNamed(key)) ?? '', index };
}

const nameOf = (place: Place): string =>
  createHash('sha256').update(JSON.stringify(place)).digest('hex').slice(0, 16);

export function createSiteEngines(services: {
  env: Environment;
  log: Logger;
  tenants: Pick<Tenants, 'bySlug'>;
  database: VehicleSearch;
}): SiteEngines {
  const { env, log, tenants, database } = services;

  function openEngine(name: string, place: Place & { fetch?: ReturnType<typeof dealerFetch> }): SiteEngine {
    const search = createVehicleSearch({ ...place, timeoutMs: env.SEARCH_TIMEOUT_MS });
    const of = name === '' ? {} : { engine: name };
    const breaker = createBreaker({
      probe: search.probe,
      isFailure: isSearchUnavailable,
      isOutage: (error) => !isRefusal(error),
      // Its timer is set by a request but is no part of it.
      onChange: (open, error) =>
        outsideRequests(() =>
          open
            ? log.error({ ...of, reason: String(error) }, 'search engine unavailable, using the database')
            : log.warn(of, 'search engine back'),
        ),
    });
    return {
      ...{ name, breaker, index: createVehicleIndex(place) },
      search: createResilientSearch(search, database, breaker),
    };
  }

  const shared = openEngine('', { host: env.MEILI_HOST, key: env.MEILI_KEY, index: env.MEILI_INDEX });
  const own = new Map<string, SiteEngine>();
  const fetch = dealerFetch(env.FEED_HOSTS);

  function engineOf(dealer: DealerConfig | undefined): SiteEngine {
    const place = ownPlace(dealer, env);
    if (!place) return shared;
    const name = nameOf(place);
    const engine = own.get(name) ?? openEngine(name, { ...place, fetch });
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
