import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { type Environment, secretNamed } from '#src/config/environment.ts';
import { SHARED_ENGINE } from '#src/config/search-variables.ts';
import type { Tenants } from '#src/dealer-files/fleet/tenants.ts';
import { type Placement, placements } from '#src/features/search/server/queries/placement-queries.ts';
import {
  isRefusal,
  isSearchUnavailable,
  SearchUnavailable,
} from '#src/features/search/server/search-failure.ts';
import type { Database } from '#src/platform/database/database.ts';
import { dealerFetch } from '#src/platform/external-services/dealer-fetch.ts';
import { type Breaker, createBreaker } from '#src/platform/external-services/service-client.ts';
import { outsideRequests } from '#src/platform/log/log.ts';
import type { EngineFetch } from './send-to-engine.ts';
import { createVehicleIndex, type VehicleIndex } from './vehicle-index.ts';
import { createVehicleSearch, type EngineSearch, type VehicleSearch } from './vehicle-search.ts';

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
  /** "shared", a name of MEILI_ENGINES, or made of the address in a dealer file. */
  name: string;
  kind: 'shared' | 'named' | 'own' | 'unknown';
  search: VehicleSearch;
  breaker: Breaker;
  /** @throws SearchUnavailable */
  probe(): Promise<void>;
  index: VehicleIndex;
  /** Whether this process has a key to write to it; otherwise others index. */
  isWritable: boolean;
};

/** An engine with the dealers it holds. */
export type EngineInUse = {
  engine: SiteEngine;
  /** Searched here. */
  dealers: string[];
  /** Indexed here, but searched elsewhere: dealers that move here, or have just left. */
  moving: (Placement & { moving: NonNullable<Placement['moving']> })[];
};

/** CFG-06, PLAT-50: the shared engine, those of MEILI_ENGINES, and those configured in dealer files. */
export type SiteEngines = {
  shared: SiteEngine;
  /** Routes each search to the engine of its dealer. */
  search: VehicleSearch;
  /** The shared one or one of MEILI_ENGINES; undefined if this environment does not name it. */
  named(name: string): SiteEngine | undefined;
  /** Where a dealer is, as this process last read it, unless its file names an engine. */
  placementOf(slug: string): Placement;
  /** Groups dealers by engine. */
  inUse(dealers: readonly DealerConfig[]): EngineInUse[];
  /** Engines of MEILI_ENGINES that hold none of these dealers. */
  idle(dealers: readonly DealerConfig[]): EngineInUse[];
  /** Whether a dealer's searches use the database. */
  isUnavailable(slug: string): boolean;
  /** Reads the placements again. @throws database errors */
  refresh(): Promise<void>;
  /** Probes every engine that holds a dealer. */
  check(): Promise<void>;
  stop(): void;
};

type EngineAddress = { host: string; key: string; index: string };

/** The engine configured in the dealer file; undefined if the operator places the dealer. */
function configuredAddress(
  dealer: DealerConfig | undefined,
  env: EngineEnvironment,
): EngineAddress | undefined {
  const { host, key, index = env.MEILI_INDEX } = dealer?.search ?? {};
  return host === undefined ? undefined : { host, key: (key && secretNamed(key)) ?? '', index };
}

export const hasOwnEngine = ({ search }: Pick<DealerConfig, 'search'>): boolean => search.host !== undefined;

const nameOf = (address: EngineAddress): string =>
  createHash('sha256').update(JSON.stringify(address)).digest('hex').slice(0, 16);

/** For an engine that this environment does not name: its dealers are searched in the database. */
function unknownEngine(name: string): EngineSearch {
  const refuse = () =>
    Promise.reject(new SearchUnavailable(`The engine "${name}" is not in MEILI_ENGINES of this process`));
  return { instant: refuse, cards: refuse, facetCounts: refuse, probe: refuse };
}

type EngineEnvironment = Pick<
  Environment,
  | 'MEILI_HOST'
  | 'MEILI_KEY'
  | 'MEILI_SEARCH_KEY'
  | 'MEILI_INDEX'
  | 'MEILI_ENGINES'
  | 'SEARCH_TIMEOUT_MS'
  | 'FEED_HOSTS'
>;

export function createSiteEngines(services: {
  env: EngineEnvironment;
  log: Pick<Logger, 'error' | 'warn'>;
  db: Database;
  tenants: Pick<Tenants, 'all' | 'bySlug'>;
  database: VehicleSearch;
}): SiteEngines {
  const { env, log, db, tenants, database } = services;

  function openEngine(
    { name, kind }: Pick<SiteEngine, 'name' | 'kind'>,
    address: { host: string; key: string; searchKey?: string; index?: string; fetch?: EngineFetch },
    search: EngineSearch = createVehicleSearch({
      index: env.MEILI_INDEX,
      ...address,
      key: address.searchKey || address.key,
      timeoutMs: env.SEARCH_TIMEOUT_MS,
    }),
  ): SiteEngine {
    const context = kind === 'shared' ? {} : { engine: name };
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
    const index = createVehicleIndex({
      index: env.MEILI_INDEX,
      ...(kind === 'named' && { place: `the address of "${name}" in MEILI_ENGINES` }),
      ...address,
      key: address.key || (address.searchKey ?? ''),
    });
    return {
      ...{ name, kind, breaker, index, probe: search.probe },
      search: createResilientSearch(search, database, breaker),
      // Without any key, Meilisearch takes everything from everyone.
      isWritable: address.key !== '' || !address.searchKey,
    };
  }

  const shared = openEngine(
    { name: SHARED_ENGINE, kind: 'shared' },
    { host: env.MEILI_HOST, key: env.MEILI_KEY, searchKey: env.MEILI_SEARCH_KEY },
  );
  const named = new Map(
    env.MEILI_ENGINES.map((each) => [each.name, openEngine({ name: each.name, kind: 'named' }, each)]),
  );
  named.set(SHARED_ENGINE, shared);
  const own = new Map<string, SiteEngine>();
  const unknown = new Map<string, SiteEngine>();
  const fetch = dealerFetch(env.FEED_HOSTS);
  let placed = new Map<string, Placement>();

  const placementOf = (slug: string): Placement =>
    placed.get(slug) ?? { dealer: slug, engine: SHARED_ENGINE, moving: undefined };

  function openOnce(engines: Map<string, SiteEngine>, name: string, open: () => SiteEngine): SiteEngine {
    const engine = engines.get(name) ?? open();
    engines.set(name, engine);
    return engine;
  }

  function engineNamed(name: string): SiteEngine {
    const known = named.get(name);
    if (known) return known;
    const open = (): SiteEngine => ({
      ...openEngine({ name, kind: 'unknown' }, { host: env.MEILI_HOST, key: '' }, unknownEngine(name)),
      isWritable: false,
    });
    return openOnce(unknown, name, open);
  }

  function engineOf(slug: string, dealer: DealerConfig | undefined): SiteEngine {
    const address = configuredAddress(dealer, env);
    if (!address) return engineNamed(placementOf(slug).engine);
    const name = nameOf(address);
    return openOnce(own, name, () => openEngine({ name, kind: 'own' }, { ...address, fetch }));
  }
  const engineNow = (slug: string) => engineOf(slug, tenants.bySlug(slug));

  function inUse(dealers: readonly DealerConfig[]): EngineInUse[] {
    const found = new Map<SiteEngine, EngineInUse>();
    const use = (engine: SiteEngine): EngineInUse => {
      const held = found.get(engine) ?? { engine, dealers: [], moving: [] };
      found.set(engine, held);
      return held;
    };
    for (const dealer of dealers) {
      use(engineOf(dealer.slug, dealer)).dealers.push(dealer.slug);
      const { moving, ...placement } = placementOf(dealer.slug);
      if (moving && !hasOwnEngine(dealer))
        use(engineNamed(moving.other)).moving.push({ ...placement, moving });
    }
    return [...found.values()];
  }

  async function read(): Promise<void> {
    placed = new Map((await placements(db)).map((placement) => [placement.dealer, placement]));
  }
  let reading: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  /** What is being read may be older than the change that the caller follows. */
  function refresh(): Promise<void> {
    if (!reading) {
      reading = read().finally(() => {
        reading = undefined;
      });
      return reading;
    }
    next ??= reading
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return refresh();
      });
    return next;
  }

  return {
    shared,
    search: {
      instant: (queries, within, signal) => engineNow(within.dealer).search.instant(queries, within, signal),
      cards: (options) => engineNow(options.within.dealer).search.cards(options),
      facetCounts: (within, facets) => engineNow(within.dealer).search.facetCounts(within, facets),
    },
    named: (name) => named.get(name),
    placementOf,
    inUse,
    idle(dealers) {
      const used = new Set(inUse(dealers).map(({ engine }) => engine));
      const others = [...named.values()].filter((engine) => engine !== shared && !used.has(engine));
      return others.map((engine) => ({ engine, dealers: [], moving: [] }));
    },
    isUnavailable: (slug) => engineNow(slug).breaker.isOpen(),
    refresh,
    async check() {
      await Promise.all(inUse(tenants.all).map(({ engine }) => engine.breaker.check()));
    },
    stop() {
      for (const { breaker } of [...named.values(), ...own.values(), ...unknown.values()]) breaker.stop();
    },
  };
}
