import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { readEnvironment } from '#src/config/environment.ts';
import type { FeedConfig } from '#src/config/sections/stock/feed-section.ts';
import { loadDealers } from '#src/dealer-files/load-dealers.ts';
import { importStock } from '#src/features/stock/server/importing/import-stock.ts';
import { drainIndexChanges } from '#src/features/stock/server/indexing/index-sync.ts';
import { openServices, type Services } from '#src/server/services.ts';
import { startMeilisearch } from '../programs/meilisearch-program.ts';
import { benchLargeFeeds } from './large-feed-bench.ts';
import { type BenchRun, type Measurement, rowsOf, sized } from './measurement.ts';

/** The number of rows in the Australian listings that the listings dealer's mapping was made for. */
const LISTINGS_ROWS = 16_732;

/** Rows as untidy as those listings, with the same columns. */
const FEED = 'tests/fixtures/feeds/listings.csv';
const KILOMETRES = /,\d+,(?=[^,]* \/)/;

/** The rows of the fixture again and again, each with another odometer. */
function listingsFeed(count: number): string {
  const [header = '', ...rows] = readFileSync(FEED, 'utf8').trimEnd().split('\n');
  const more = Array.from({ length: count }, (_, at) =>
    (rows[at % rows.length] ?? '').replace(KILOMETRES, `,${1000 + at},`),
  );
  return `${[header, ...more].join('\n')}\n`;
}

/** A dealer whose mapping cuts, matches and replaces: the most expensive mapping. */
const DEALER_FILE = 'tests/fixtures/dealers/listings.json';

/** The listings dealer with the feed that `LISTINGS_CSV` names, else one of the same shape. */
function writeListingsDealer(folder: string, run: BenchRun) {
  const feed = join(folder, 'listings.csv');
  const given = process.env.LISTINGS_CSV;
  if (given && !run.isTiny) copyFileSync(given, feed);
  else writeFileSync(feed, listingsFeed(sized(run, LISTINGS_ROWS, 300)));
  const dealer = JSON.parse(readFileSync(DEALER_FILE, 'utf8')) as { stock: { feed: { file: string } } };
  dealer.stock.feed.file = feed;
  writeFileSync(join(folder, 'listings.json'), JSON.stringify(dealer));
}

const secondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
};

/** A feed of changes with one vehicle, as suppliers post them. */
async function importChange(services: Services, dealer: DealerConfig, folder: string): Promise<void> {
  const file = join(folder, 'change.csv');
  const [header = '', row = ''] = listingsFeed(1).split('\n');
  writeFileSync(file, `${header}\n${row.replace(KILOMETRES, ',77001,')}\n`);
  const { feed } = dealer.stock;
  if (!feed) throw new Error('The bench dealer has no feed.');
  const columns = { ...feed.columns, stocknum: { constant: 'posted' } };
  const change: FeedConfig = { ...feed, file, columns, mode: 'incremental' };
  const changed = { ...dealer, stock: { ...dealer.stock, feed: change } };
  await importStock(services, changed, { dealersDir: folder });
  await drainIndexChanges(services);
}

/** A large untidy feed from file to search: stored, indexed, imported again. */
export async function benchImport(run: BenchRun): Promise<Measurement[]> {
  mkdirSync('.data', { recursive: true });
  const folder = resolve(mkdtempSync(join('.data', 'bench-import-')));
  writeListingsDealer(folder, run);
  const { dealers, problems } = loadDealers(folder);
  const [dealer] = dealers;
  if (!dealer) throw new Error(`The bench dealer is not valid: ${JSON.stringify(problems)}`);
  const meilisearch = await startMeilisearch(join(folder, 'meilisearch'));
  const settings = {
    DATA_DIR: join(folder, 'data'),
    MEILI_HOST: meilisearch.host,
    MEILI_KEY: meilisearch.key,
    SITE_SECRET: 'not needed by an import, which signs nothing',
  };
  const env = readEnvironment(settings);
  const services = await openServices({ env, dealers });
  try {
    const stored = await importStock(services, dealer, { dealersDir: folder });
    const indexing = await secondsOf(() => drainIndexChanges(services));
    const again = await importStock(services, dealer, { dealersDir: folder });
    const row = rowsOf('import');
    return [
      row(
        'validated and stored into a fresh database',
        Math.round(stored.rows / stored.seconds),
        'rows/s',
        { atLeast: 3000 },
        `${stored.rows} rows in ${stored.seconds.toFixed(1)} s`,
      ),
      row(
        'from the feed to every vehicle searchable',
        stored.seconds + indexing,
        's',
        { atMost: 30 },
        `${stored.stored} vehicles, ${indexing.toFixed(1)} s of it indexing`,
      ),
      row('the same feed again', Math.round(again.rows / again.seconds), 'rows/s'),
      row(
        'one changed vehicle, from its feed to the search',
        await secondsOf(() => importChange(services, dealer, folder)),
        's',
        { atMost: 5 },
        `in a stock of ${again.stored}`,
      ),
      ...benchLargeFeeds(run, { folder, dealer, env: settings as NodeJS.ProcessEnv }),
    ];
  } finally {
    await services.close();
    await meilisearch.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
