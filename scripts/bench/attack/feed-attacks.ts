import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
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
import { percentile } from '../measurement.ts';
import type { PreparedDemo } from '../recorded-stack.ts';
import { type Attack, figure } from './attacks.ts';
import { ownMegabytes, proportionalMegabytes } from './process-figures.ts';
import { startShopper } from './shopper.ts';

/** A dealer like this one, whose supplier is the attacker. */
const MODEL = 'riverbend';
const OTHER_DEALER = 'aldermoor';

const MOST_SEARCH_MS = 250;
const MOST_MEMORY_MB = 700;
const LONGEST_READING_MS = 600_000;
const SAMPLE_EVERY_MS = 200;

type Feed = {
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

const FEEDS: readonly Feed[] = [
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

/** The supplier, who sends this. */
async function startSupplier(body: () => Readable) {
  const server = createServer((_request, response) => void body().pipe(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/stock`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Publishes a dealer with a feed of this address, which is read at once. */
function publish(dist: string, slug: string, url: string, format: Feed['format']): void {
  const pointer = readPointer(dist, MODEL);
  if (!pointer || 'reason' in pointer) throw new Error(`${MODEL} is not published.`);
  const { settings } = readReleaseFile(dist, MODEL, pointer.release);
  const stock = isJsonObject(settings.stock) ? settings.stock : {};
  const feed = { url, every: 10_080, format, mode: 'incremental', columns: {} };
  publishOnlySettings(dist, {
    slug,
    settings: { ...settings, slug, hosts: [], stock: { ...stock, feed } },
    publishedAt: new Date().toISOString(),
  });
}

const databaseOf = ({ env }: PreparedDemo) =>
  new DatabaseSync(join(env.DATA_DIR ?? '', 'forecourt.db'), { timeout: 10_000 });

/** Waits until the feed of a dealer has been read. @returns what became of it, and why */
async function outcomeOf(demo: PreparedDemo, slug: string): Promise<{ found: string; why: string }> {
  const database = databaseOf(demo);
  // A reading that was stopped, as by a change of the dealers, is repeated.
  const runs = database.prepare(
    `select outcome, error from feed_runs where dealer = ? and ended_at is not null and error is not 'stopped'`,
  );
  const until = performance.now() + LONGEST_READING_MS;
  try {
    while (performance.now() < until) {
      const run = runs.get(slug);
      if (run) return { found: String(run.outcome), why: String(run.error ?? '') };
      await wait(SAMPLE_EVERY_MS);
    }
    return { found: 'still reading', why: '' };
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

/** Removes the dealer and what its feed has stored. */
async function cleanUp(demo: PreparedDemo, slug: string): Promise<void> {
  await unpublishSite(slug, demo.dist);
  const database = databaseOf(demo);
  try {
    const rows = database.prepare('select id from vehicles where dealer = ?').all(slug);
    const ids = rows.map(({ id }) => String(id));
    const { host, key } = demo.meilisearch;
    if (ids.length > 0) await createVehicleIndex({ host, key, index: SEARCH_INDEX }).remove(ids);
    for (const table of [
      ...['index_changes', 'vehicle_history', 'vehicles', 'feed_states', 'feed_runs', 'import_runs'],
    ])
      database.prepare(`delete from ${table} where dealer = ?`).run(slug);
  } finally {
    database.close();
  }
}

/**
 * What a supplier's feed does to the shoppers of other dealers: `serve` reads it while searches of another dealer are
 * timed, and the memory of the process that serves is watched.
 */
export const FEED_ATTACKS: readonly Attack[] = FEEDS.map(({ name, format, outcome, body }, at) => ({
  name: `feeds: ${name}`,
  async run({ demo, pid, port }, size) {
    const slug = `feed-attack-${at}`;
    const supplier = await startSupplier(() => body(size.seconds < 1 ? 0.01 : 1));
    const memory = watchMemory(pid);
    const host = `${OTHER_DEALER}.localhost`;
    const searches = startShopper({ port, host, path: SEARCH_PATH, body: searchBody, perSecond: 5 });
    try {
      publish(demo.dist, slug, supplier.url, format);
      await wait(size.seconds * 1000);
      const { found, why } = await outcomeOf(demo, slug);
      const seen = await searches.stop();
      const peak = memory();
      const times = seen.map(({ ms }) => ms);
      const failures = seen.filter(({ status }) => status !== 200).length;
      return [
        figure('p99 of another dealer’s searches', percentile(times, 99), 'ms', { atMost: MOST_SEARCH_MS }),
        figure('searches not answered with 200', failures, '', { atMost: 0 }),
        figure('memory of the process that serves', peak.own, 'MB', { atMost: MOST_MEMORY_MB }),
        figure('memory with all it has started', peak.all, 'MB', { atMost: MOST_MEMORY_MB }),
        figure(
          'other outcomes than expected',
          found === outcome ? 0 : 1,
          '',
          { atMost: 0 },
          `${found} ${why}`,
        ),
      ];
    } finally {
      await supplier.stop();
      await cleanUp(demo, slug);
    }
  },
}));
