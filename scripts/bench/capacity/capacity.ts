/** What a dealer of 500 vehicles costs: figures of `npm run bench -- machines`, rounded up. */
export const MEASURED = {
  /** Processor time of `serve` for a request: pages, of which some are rendered, searches and pictures. */
  requestCpuMs: 2.5,
  /** Memory of `serve` without dealers: after the start, and `PAGE_CACHE_MB` with compressed forms. */
  serveMemoryMb: 450,
  dealerMemoryKb: 200,
  /** Processor time to import all its vehicles, of which few have changed. */
  importCpuSeconds: 0.2,
  /** Processor time to build all its pages. */
  buildCpuSeconds: 0.5,
  /** Its stock in Postgres with indexes, and room for a year of leads. */
  databaseMb: 3,
  /** Its vehicles in Meilisearch, on disk. */
  indexMb: 2.5,
  /** Its releases in the object store. */
  releasesMb: 6.5,
};
export type Costs = typeof MEASURED;

/** What is assumed of a dealer. */
export const ASSUMED = {
  vehicles: 500,
  viewsAMonth: 30_000,
  /** Requests that reach `serve`: page, searches, and pictures that no browser or CDN has. */
  requestsAView: 8,
  /** The busiest minute over the mean. */
  peak: 5,
  importsADay: 24,
  picturesMb: 2500,
  /** Of a core: a peak, or a lost process, must not fill it. */
  use: 0.6,
  vehiclesAnEngine: 500_000,
  /** Ten of the process, ten of the one for pages of stock, six of threads for documents, one for notifications. */
  connectionsAServer: 27,
  /** Ten of the process, ten of the one that reads feeds, two of a thread for documents, one for notifications of each. */
  connectionsAWorker: 24,
};

const SECONDS_A_DAY = 86_400;
const DAYS_A_MONTH = 30;
/** Of Postgres' memory that hot data should fit in. */
const HOT = 0.25;

/** What to run for a number of dealers. */
export function capacityFor(dealers: number, costs: Costs = MEASURED) {
  const { vehicles, use, peak } = ASSUMED;
  const views = (dealers * ASSUMED.viewsAMonth) / (DAYS_A_MONTH * SECONDS_A_DAY);
  const requestsASecond = views * ASSUMED.requestsAView * peak;
  const serveCores = (requestsASecond * costs.requestCpuMs) / 1000 / use;
  // One more, for a replacement or a lost machine.
  const servers = Math.max(2, Math.ceil(serveCores) + 1);
  const workerCores = (dealers * ASSUMED.importsADay * costs.importCpuSeconds) / SECONDS_A_DAY / use;
  const workers = Math.max(1, Math.ceil(workerCores));
  const databaseGb = (dealers * costs.databaseMb) / 1000;
  return {
    requestsASecond,
    serveCores,
    servers,
    serveMemoryMb: costs.serveMemoryMb + (dealers * costs.dealerMemoryKb) / 1000,
    workerCores,
    workers,
    buildCpuMinutes: (dealers * costs.buildCpuSeconds) / 60,
    databaseGb,
    databaseMemoryGb: Math.max(1, databaseGb * HOT),
    connections: servers * ASSUMED.connectionsAServer + workers * ASSUMED.connectionsAWorker,
    engines: Math.max(1, Math.ceil((dealers * vehicles) / ASSUMED.vehiclesAnEngine)),
    indexGb: (dealers * costs.indexMb) / 1000,
    storeGb: (dealers * (ASSUMED.picturesMb + costs.releasesMb)) / 1000,
  };
}

export const FLEETS: readonly number[] = [10, 100, 1000, 10_000];

const number = (value: number): string =>
  value.toLocaleString('en-AU', { maximumFractionDigits: value < 10 ? 1 : 0 });

const ROWS: readonly (readonly [what: string, of: (capacity: ReturnType<typeof capacityFor>) => string])[] = [
  ['requests a second at the peak', (c) => number(c.requestsASecond)],
  ['cores for `serve`', (c) => number(c.serveCores)],
  ['`serve` processes', (c) => number(c.servers)],
  ['memory of each, MB', (c) => number(c.serveMemoryMb)],
  ['cores for imports', (c) => number(c.workerCores)],
  ['`worker` processes', (c) => number(c.workers)],
  ['build of all, core-minutes', (c) => number(c.buildCpuMinutes)],
  ['Postgres, GB on disk', (c) => number(c.databaseGb)],
  ['Postgres, GB of memory', (c) => number(c.databaseMemoryGb)],
  ['Postgres, connections', (c) => number(c.connections)],
  ['Meilisearch engines', (c) => number(c.engines)],
  ['Meilisearch, GB on disk in all', (c) => number(c.indexGb)],
  ['object store, GB', (c) => number(c.storeGb)],
];

const table = (head: string[], rows: readonly string[][]): string =>
  [head, head.map((_, at) => (at === 0 ? '---' : '---:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');

/** What to run for each size of fleet. */
export function capacityTable(): string {
  const fleets = FLEETS.map((dealers) => capacityFor(dealers));
  return table(
    ['dealers', ...FLEETS.map(number)],
    ROWS.map(([what, of]) => [what, ...fleets.map(of)]),
  );
}

const INPUTS: readonly (readonly [name: string, value: number, unit: string])[] = [
  ['request', MEASURED.requestCpuMs, 'ms of processor time'],
  ['empty', MEASURED.serveMemoryMb, 'MB of memory, of `serve` without dealers'],
  ['dealer', MEASURED.dealerMemoryKb, 'KB of memory in `serve`'],
  ['import', MEASURED.importCpuSeconds, 's of processor time, 500 vehicles'],
  ['build', MEASURED.buildCpuSeconds, 's of processor time'],
  ['database', MEASURED.databaseMb, 'MB, with a year of leads'],
  ['index', MEASURED.indexMb, 'MB'],
  ['releases', MEASURED.releasesMb, 'MB'],
  ['vehicles', ASSUMED.vehicles, ''],
  ['views a month', ASSUMED.viewsAMonth, ''],
  ['requests a view', ASSUMED.requestsAView, 'that reach `serve`: page, searches, pictures'],
  ['peak', ASSUMED.peak, 'times the mean'],
  ['imports a day', ASSUMED.importsADay, ''],
  ['pictures', ASSUMED.picturesMb, 'MB, originals and sizes'],
  ['use', ASSUMED.use, 'of a core'],
  ['vehicles an engine', ASSUMED.vehiclesAnEngine, 'the most that was measured'],
];

/** The figures that the arithmetic begins with. */
export const inputTable = (): string =>
  table(
    ['input', 'value', 'unit'],
    INPUTS.map(([name, value, unit]) => [name, number(value), unit]),
  );

if (import.meta.main) console.log(`${capacityTable()}\n\n${inputTable()}`);
