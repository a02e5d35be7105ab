import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import { readPointer } from '#src/dealer-files/release/current-release.ts';
import { readReleaseFile } from '#src/dealer-files/release/release-folders.ts';
import { SEARCH_INDEX, SEARCH_PATH } from '#src/features/search/search-index.ts';
import { PAGE_SIZE } from '#src/features/search/search-state.ts';
import { createVehicleIndex } from '#src/features/search/server/engine/vehicle-index.ts';
import { isJsonObject } from '#src/platform/text/untrusted-values.ts';
import { publishOnlySettings } from '#src/publishing/release/publish-settings.ts';
import { unpublishSite } from '#src/publishing/release/release-lifecycle.ts';
import { startServeProcess } from '../../programs/serve-process.ts';
import { type Measurement, percentile } from '../measurement.ts';
import type { PreparedDemo } from '../prepared-demo.ts';
import { ask } from './attacker.ts';
import { type AttackSize, figure } from './attacks.ts';
import { isRunning, ownMegabytes, proportionalMegabytes } from './process-figures.ts';
import { startShopper } from './shopper.ts';

/** A dealer like this one, whose supplier is the attacker. */
const MODEL = 'riverbend';
const ATTACKED = 'feed-attack';
const OTHER_DEALER = 'aldermoor';

const MOST_PAGE_MS = 100;
const MOST_SEARCH_MS = 250;
const MOST_MEMORY_MB = 700;
const LONGEST_READING_MS = 600_000;
const SAMPLE_EVERY_MS = 200;
/** Until the process that reads feeds has what was published. */
const PUBLISHED_MS = 4000;

type FeedAttack = {
  name: string;
  format: 'csv' | 'json';
  /** Of the bytes that are sent; gzip is recognised by them. */
  body(scale: number): Readable;
  /** What becomes of the feed. */
  outcome: 'imported' | 'unreadable' | 'failed';
};

const HEADER = 'stocknum,make,model,year,price,km,status,car_type,dealercomments\n';
const WORDS = 'One owner, full service history, <b>new tyres</b>, balance of the warranty. ';

/** @param length of the comments of each vehicle */
function* vehicles(count: number, length = 0): Generator<string> {
  yield HEADER;
  const comments = WORDS.repeat(Math.ceil(length / WORDS.length)).slice(0, length);
  for (let at = 0; at < count; at += 1)
    yield `FA${at},Toyota,Corolla,${2005 + (at % 20)},${15_000 + at},${at * 7},in_stock,used,"${comments}"\n`;
}

function* repeated(chunk: string, times: number, ...ends: string[]): Generator<string> {
  for (let at = 0; at < times; at += 1) yield chunk;
  yield* ends;
}

const MB = 1_000_000;
const zipped = (text: Iterable<string>) => Readable.from(text).pipe(createGzip({ level: 9 }));
const plain = (text: Iterable<string>) => Readable.from(text);

const FEED_ATTACKS: readonly FeedAttack[] = [
  {
    // What the figures of the others are compared with.
    name: 'a feed of one vehicle',
    format: 'csv',
    outcome: 'imported',
    body: () => plain(vehicles(1)),
  },
  {
    name: 'a header of 80,000 columns',
    format: 'csv',
    outcome: 'unreadable',
    body: () => plain([`${Array.from({ length: 80_000 }, (_, at) => at.toString(36)).join(',')}\nA1\n`]),
  },
  {
    name: 'a feed of 20,000 vehicles',
    format: 'csv',
    outcome: 'imported',
    body: (scale) => plain(vehicles(20_000 * scale)),
  },
  {
    name: 'a feed of 80 MB',
    format: 'csv',
    outcome: 'imported',
    body: (scale) => plain(vehicles(20_000 * scale, 4000)),
  },
  {
    name: 'a gzip of 2 MB that becomes 2 GB',
    format: 'csv',
    outcome: 'failed',
    body: (scale) => zipped(repeated(' '.repeat(MB), Math.max(120, 2000 * scale))),
  },
  {
    name: 'a gzip that becomes 90 MB of rows',
    format: 'csv',
    outcome: 'unreadable',
    body: (scale) => zipped(repeated('A1,\n'.repeat(MB / 4), 90 * scale)),
  },
  {
    name: 'a gzip that becomes 90 MB of opening brackets',
    format: 'json',
    outcome: 'unreadable',
    body: (scale) => zipped(repeated('['.repeat(MB), 90 * scale)),
  },
  {
    name: 'a gzip that becomes 90 MB of unclosed tags in cells',
    format: 'csv',
    outcome: 'imported',
    body: (scale) =>
      zipped([
        HEADER,
        ...repeated(
          `FA1,Toyota,Corolla,2020,20000,7,in_stock,used,${'<b></i>'.repeat(28_000)}\n`,
          450 * scale,
        ),
      ]),
  },
];

/** The supplier, who sends what the attack says. */
async function startSupplier() {
  let body: (() => Readable) | undefined;
  const server = createServer((_request, response) => {
    if (body) body().pipe(response);
    else response.end(HEADER);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    sends(next: () => Readable) {
      body = next;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Publishes the attacked dealer, with a feed of this format. */
function publish(dist: string, port: number, format: FeedAttack['format']): void {
  const pointer = readPointer(dist, MODEL);
  if (!pointer || 'reason' in pointer) throw new Error(`${MODEL} is not published.`);
  const { settings } = readReleaseFile(dist, MODEL, pointer.release);
  const stock = isJsonObject(settings.stock) ? settings.stock : {};
  publishOnlySettings(dist, {
    slug: ATTACKED,
    settings: {
      ...settings,
      ...{ slug: ATTACKED, hosts: [] },
      stock: {
        ...stock,
        feed: {
          url: `http://127.0.0.1:${port}/stock`,
          every: 10_080,
          format,
          mode: 'incremental',
          columns: {},
        },
      },
    },
    publishedAt: new Date().toISOString(),
  });
}

type Run = { outcome: string | null; error: string | null };

/** Has the feed read now. @returns what became of it */
async function readNow(file: string, seconds: number): Promise<Run> {
  const database = new DatabaseSync(file, { timeout: 10_000 });
  const runs = database.prepare(
    'select outcome, error from feed_runs where dealer = ? and started_at > ? and ended_at is not null',
  );
  const started = new Date().toISOString();
  const until = performance.now() + LONGEST_READING_MS;
  try {
    const isKnown = () => database.prepare('select 1 from feed_states where dealer = ?').get(ATTACKED);
    // A dealer that has just been published is read at once.
    if (isKnown())
      database.prepare(`update feed_states set next_due_at = '2000' where dealer = ?`).run(ATTACKED);
    await wait(seconds * 1000);
    while (performance.now() < until) {
      const run = runs.get(ATTACKED, started) as Run | undefined;
      if (run) return run;
      await wait(SAMPLE_EVERY_MS);
    }
    return { outcome: 'still reading', error: null };
  } finally {
    database.close();
  }
}

/** Samples the memory of a process, alone and with all it has started, until it is stopped. */
function watchMemory(pid: number) {
  const peak = { own: 0, all: 0 };
  const timer = setInterval(() => {
    peak.own = Math.max(peak.own, ownMegabytes(pid));
    peak.all = Math.max(peak.all, proportionalMegabytes(pid));
  }, SAMPLE_EVERY_MS);
  return () => {
    clearInterval(timer);
    return peak;
  };
}

const searchBody = JSON.stringify({
  requests: [
    {
      indexName: SEARCH_INDEX,
      params: { query: 'NUMBER', facets: ['make', 'car_type'], hitsPerPage: PAGE_SIZE },
    },
  ],
});

/** Removes what the attacks have stored. */
async function cleanUp({ env, dist }: PreparedDemo, file: string): Promise<void> {
  await unpublishSite(ATTACKED, dist);
  const database = new DatabaseSync(file, { timeout: 10_000 });
  try {
    const rows = database.prepare('select id from vehicles where dealer = ?').all(ATTACKED);
    const ids = rows.map(({ id }) => String(id));
    const index = createVehicleIndex({
      host: env.MEILI_HOST ?? '',
      key: env.MEILI_KEY ?? '',
      index: SEARCH_INDEX,
    });
    if (ids.length > 0) await index.remove(ids);
    const tables = [
      'index_changes',
      'vehicle_history',
      'vehicles',
      'feed_states',
      'feed_runs',
      'import_runs',
    ];
    for (const table of tables) database.prepare(`delete from ${table} where dealer = ?`).run(ATTACKED);
  } finally {
    database.close();
  }
}

/**
 * What a supplier's feed does to the shoppers of other dealers: each is read by `serve` while a cached page and searches
 * of another dealer are timed, and the memory of the process that serves is watched.
 */
export async function measureFeeds(demo: PreparedDemo, size: AttackSize): Promise<Measurement[]> {
  const { dist, env, dealersDir } = demo;
  const file = join(env.DATA_DIR ?? '', 'forecourt.db');
  const scale = size.seconds < 1 ? 0.01 : 1;
  const supplier = await startSupplier();
  publish(dist, supplier.port, 'csv');
  const server = await startServeProcess({
    ...{ dealersDir, dist },
    env: { ...env, FEED_HOSTS: `127.0.0.1:${supplier.port}` },
  });
  const rows: Measurement[] = [];
  try {
    const pid = server.serving();
    const home = { port: server.port, host: `${OTHER_DEALER}.localhost`, path: '/' };
    await ask(home, home.path);
    await readNow(file, size.seconds);
    for (const { name, format, outcome, body } of FEED_ATTACKS) {
      publish(dist, supplier.port, format);
      supplier.sends(() => body(scale));
      await wait(PUBLISHED_MS);
      const memory = watchMemory(pid);
      const [pages, searches] = [
        startShopper(home),
        startShopper({ ...home, path: SEARCH_PATH, body: searchBody, perSecond: 5 }),
      ];
      const started = performance.now();
      const run = await readNow(file, size.seconds);
      const readSeconds = (performance.now() - started) / 1000;
      const seen = { pages: await pages.stop(), searches: await searches.stop() };
      const peak = memory();
      const against = `load ${loadavg()[0]?.toFixed(0)}; ${run.outcome}${run.error ? ` (${run.error})` : ''} in ${readSeconds.toFixed(0)} s`;
      const of = (what: string, value: number, unit: string, goal: Measurement['goal']) => ({
        ...figure(`${what}: ${name}`, value, unit, goal),
        against,
      });
      const slowest = (outcomes: typeof seen.pages) =>
        percentile(
          outcomes.map(({ ms }) => ms),
          99,
        );
      const isWrong = ({ status }: { status: number }) => status !== 200;
      rows.push(
        of('p99 of another dealer’s cached page', slowest(seen.pages), 'ms', { atMost: MOST_PAGE_MS }),
        of('p99 of another dealer’s searches', slowest(seen.searches), 'ms', { atMost: MOST_SEARCH_MS }),
        of('of these not answered with 200', [...seen.pages, ...seen.searches].filter(isWrong).length, '', {
          atMost: 0,
        }),
        of('memory of the process that serves', peak.own, 'MB', { atMost: MOST_MEMORY_MB }),
        of('memory with all it has started', peak.all, 'MB', { atMost: MOST_MEMORY_MB }),
        of('other outcomes than expected', run.outcome === outcome ? 0 : 1, '', { atMost: 0 }),
        of('deaths', isRunning(pid) ? 0 : 1, '', { atMost: 0 }),
      );
    }
    return rows;
  } finally {
    await server.stop();
    await supplier.stop();
    await cleanUp(demo, file);
  }
}
