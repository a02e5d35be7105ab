import { hostname } from 'node:os';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { TROUBLES } from '#src/features/leads/delivery/lead-alarm.ts';
import type { EndedRequest } from '#src/server/http/exchange.ts';
import { JOB_NAMES } from '#src/server/jobs/periodic-jobs.ts';
import type { Services } from '#src/server/services.ts';
import { judgeStatus } from './judge-status.ts';
import { levelOf, type StatusFacts, stockAsOf } from './status-facts.ts';

const MS = 1000;
const BUCKETS_SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 8];
const NO_DEALER = 'none';

export type Metrics = {
  observe(request: EndedRequest): void;
  /** Prometheus text format. */
  read(): Promise<{ contentType: string; text: string }>;
};

/** What this process alone knows. */
export type ProcessState = {
  isStopping: () => boolean;
  /** Requests that wait for their turn, by queue. */
  waiting: () => readonly { queue: string; requests: number }[];
};

/** "2xx"; aborted requests without a status have a class of their own. */
const classOf = ({ isAborted, status }: EndedRequest) =>
  isAborted || status === undefined ? 'aborted' : `${Math.floor(status / 100)}xx`;

const secondsSince = (since: string, at: string) => (Date.parse(at) - Date.parse(since)) / MS;

/** Gauges are collected on scrape. */
function registerGauges(registers: Registry[], facts: () => Promise<StatusFacts>): void {
  type Set = (labels: Record<string, string>, value: number) => void;
  const gauge = <L extends string>(
    name: string,
    help: string,
    labelNames: readonly L[],
    read: (found: StatusFacts, set: Set) => void,
  ) =>
    new Gauge({
      name: `forecourt_${name}`,
      help,
      labelNames: [...labelNames],
      registers,
      async collect() {
        const found = await facts();
        this.reset();
        read(found, (labels, value) => this.set(labels as Record<L, string>, value));
      },
    });

  gauge('status', '2 if something is red, 1 if something is amber, else 0', [], (found, set) =>
    set({}, { red: 2, amber: 1, green: 0 }[levelOf(judgeStatus(found))]),
  );
  gauge('database_writable', '1 if a lead can be stored', [], ({ database }, set) =>
    set({}, database.write.outcome === 'failed' ? 0 : 1),
  );
  gauge(
    'search_engine_available',
    '0 while its searches use the database',
    ['engine'],
    ({ engines }, set) => {
      for (const { name, isAvailable } of engines) set({ engine: name }, isAvailable ? 1 : 0);
    },
  );
  gauge('search_engine_dealers', 'Dealers that are searched there', ['engine'], ({ engines }, set) => {
    for (const { name, dealers } of engines) set({ engine: name }, dealers);
  });
  gauge('search_engine_vehicles', 'Vehicles in its index', ['engine'], ({ engines }, set) => {
    for (const { name, vehicles } of engines) if (vehicles !== undefined) set({ engine: name }, vehicles);
  });
  gauge('search_engine_backlog_vehicles', 'Changes it has not received', ['engine'], ({ engines }, set) => {
    for (const { name, waiting } of engines) set({ engine: name }, waiting);
  });
  gauge('cdn_unpurged_sites', 'Sites whose changes the CDN has not been purged of', [], ({ cdn }, set) => {
    if (cdn) set({}, cdn.failing?.sites ?? 0);
  });
  gauge('destinations_unavailable', 'Lead destinations that are unavailable', ['dealer'], (found, set) => {
    const byDealer = Map.groupBy(found.destinations, ({ dealer }) => dealer);
    for (const [dealer, own] of byDealer) set({ dealer }, own.length);
  });
  gauge('leads', 'Leads that wait, were given up or are held', ['dealer', 'state'], (found, set) => {
    for (const { slug, leads } of found.dealers)
      for (const state of TROUBLES) set({ dealer: slug, state }, leads[state]?.leads ?? 0);
  });
  gauge('oldest_lead_seconds', 'Age of the oldest such lead', ['dealer', 'state'], (found, set) => {
    for (const { slug, leads } of found.dealers)
      for (const state of TROUBLES) {
        const since = leads[state]?.since;
        set({ dealer: slug, state }, since ? secondsSince(since, found.at) : 0);
      }
  });
  gauge('stock_vehicles', 'Vehicles in stock', ['dealer'], ({ dealers }, set) => {
    for (const { slug, stock } of dealers) set({ dealer: slug }, stock);
  });
  gauge('index_backlog_vehicles', 'Changes the engine has not received', ['dealer'], ({ dealers }, set) => {
    for (const { slug, indexBacklog } of dealers) set({ dealer: slug }, indexBacklog);
  });
  gauge(
    'feed_age_seconds',
    'Since the stock was last as the feed has it',
    ['dealer'],
    ({ dealers, at }, set) => {
      for (const dealer of dealers) {
        const since = stockAsOf(dealer);
        if (since) set({ dealer: dealer.slug }, secondsSince(since, at));
      }
    },
  );
  gauge('feed_failures', 'Readings of a scheduled feed that failed in a row', ['dealer'], (found, set) => {
    for (const { slug, feed } of found.dealers) if (feed) set({ dealer: slug }, feed.failures);
  });
  gauge('release_age_seconds', 'Since the site was published', ['dealer'], ({ dealers, at }, set) => {
    for (const { slug, release } of dealers)
      if (release) set({ dealer: slug }, secondsSince(release.publishedAt, at));
  });
  gauge('processes', 'Processes that serve or work', ['kind', 'state'], ({ operations }, set) => {
    const alike = Map.groupBy(operations?.machines ?? [], ({ kind, state }) => `${kind} ${state}`);
    for (const [{ kind, state } = { kind: '', state: '' }, ...more] of alike.values())
      set({ kind, state }, more.length + 1);
  });
  gauge(
    'process_silence_seconds',
    'Since the process of a kind was heard of that has been silent longest',
    ['kind'],
    (found, set) => {
      const byKind = Map.groupBy(found.operations?.machines ?? [], ({ kind }) => kind);
      for (const [kind, alike] of byKind) {
        const [longest = found.at] = alike.map(({ seen_at }) => seen_at).sort();
        set({ kind }, secondsSince(longest, found.at));
      }
    },
  );
  gauge('behind_seconds', 'Since the oldest publication a process does not serve', [], (found, set) => {
    const since = found.operations?.machines.flatMap(({ behind_since }) => behind_since ?? []).sort()[0];
    set({}, since ? secondsSince(since, found.at) : 0);
  });
  gauge(
    'release_lag_seconds',
    'Since the oldest publication this process does not serve',
    [],
    (found, set) => {
      const { server } = found;
      const { held = [], failed = [], refused } = server.kind === 'answered' ? server.process : {};
      const own = found.operations?.machines.find(
        ({ host, pid }) => host === hostname() && pid === process.pid,
      );
      const known = [...held, ...failed, ...(refused ? [refused] : [])].map((each) => each.since);
      // Its row says too that it cannot follow what is published.
      const since = [...known, ...(own?.behind_since ? [own.behind_since] : [])].sort()[0];
      set({}, since ? secondsSince(since, found.at) : 0);
    },
  );
  gauge('job_success_age_seconds', 'Since a periodic job was last done', ['job'], (found, set) => {
    for (const { name, succeeded_at } of found.operations?.leases ?? [])
      if (succeeded_at && JOB_NAMES.has(name)) set({ job: name }, secondsSince(succeeded_at, found.at));
  });
  gauge('wanted_pictures', 'Pictures of feeds that were never fetched', [], ({ operations }, set) => {
    if (operations) set({}, operations.wantedPictures);
  });
  gauge('disk_size_bytes', 'Size of the disk where data and sites are', ['folder'], ({ disks }, set) => {
    for (const { folder, totalBytes } of disks) set({ folder }, totalBytes);
  });
  gauge('disk_free_bytes', 'Free where data and sites are', ['folder'], ({ disks }, set) => {
    for (const { folder, freeBytes } of disks) set({ folder }, freeBytes);
  });
}

function registerProcess(registers: Registry[], { isStopping, waiting }: ProcessState): void {
  new Gauge({
    name: 'forecourt_ready',
    help: '0 once this process has been told to stop',
    registers,
    collect() {
      this.set(isStopping() ? 0 : 1);
    },
  });
  new Gauge({
    name: 'forecourt_waiting_requests',
    help: 'Requests that wait for their turn in this process, by queue',
    labelNames: ['queue'],
    registers,
    collect() {
      for (const { queue, requests } of waiting()) this.set({ queue }, requests);
    },
  });
}

/**
 * Metrics of one process. All label values come from closed lists: dealers, engines, jobs, queues, route kinds, status
 * classes, outcomes.
 * @param facts of the installation, cached for a few seconds
 */
export function createMetrics(
  { errors }: Pick<Services, 'errors'>,
  facts: () => Promise<StatusFacts>,
  process: ProcessState,
): Metrics {
  const registry = new Registry();
  const registers = [registry];
  // The default of 10 ms would wake an idle process a hundred times a second.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 });
  const requests = new Counter({
    name: 'forecourt_requests_total',
    help: 'Requests by kind of address, dealer and class of status',
    labelNames: ['kind', 'dealer', 'status'],
    registers,
  });
  const seconds = new Histogram({
    name: 'forecourt_request_seconds',
    help: 'From the request to the end of its response',
    labelNames: ['kind'],
    buckets: BUCKETS_SECONDS,
    registers,
  });
  const cached = new Counter({
    name: 'forecourt_cached_responses_total',
    help: 'Responses the cache was asked for: hit, stale (sent while a new one is made) or miss',
    labelNames: ['outcome'],
    registers,
  });
  new Counter({
    name: 'forecourt_errors_total',
    help: 'Lines of level error in the log of this process',
    registers,
    collect() {
      this.reset();
      this.inc(errors.total());
    },
  });
  new Counter({
    name: 'forecourt_searches_diverted_total',
    help: 'Searches that used the database instead of their engine',
    labelNames: ['engine'],
    registers,
    async collect() {
      const { engines } = await facts();
      this.reset();
      for (const { name, diverted } of engines) this.inc({ engine: name }, diverted);
    },
  });
  registerGauges(registers, facts);
  registerProcess(registers, process);
  return {
    observe(request) {
      const { route, dealer = NO_DEALER, cache, ms } = request;
      requests.inc({ kind: route.kind, dealer, status: classOf(request) });
      seconds.observe({ kind: route.kind }, ms / MS);
      if (cache) cached.inc({ outcome: cache });
    },
    read: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  };
}
