import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { importStock } from '#src/features/stock/server/importing/import-stock.ts';
import { drainIndexChanges, rebuildIndex } from '#src/features/stock/server/indexing/index-sync.ts';
import {
  countPresentVehicles,
  presentVehicles,
} from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import type { OnProgress } from '#src/platform/queue/batches.ts';
import { fingerprint } from '#src/platform/storage/content-hash.ts';
import { fixedClock, zonedDate } from '#src/platform/time/clock.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';
import type { Services } from '#src/server/services.ts';
import { generateDemoStock } from '../demo-stock/demo-stock.ts';
import { feedBytes, writeIfChanged } from '../demo-stock/feed-file.ts';
import { makeDemoStock } from '../demo-stock/make-demo-stock.ts';
import { stateExamples } from '../demo-stock/state-examples.ts';

/** Records in `file` the input a step last ran with, so that it is skipped while nothing changes. */
export const stamp = (file: string) => ({
  matches: (value: string) => existsSync(file) && readFileSync(file, 'utf8') === value,
  write: (value: string) => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, value);
  },
});

/** Earlier days with what some vehicles cost more then, oldest first. */
export const EARLIER_PRICES = [
  { daysAgo: 47, dearerByDollars: 2300 },
  { daysAgo: 21, dearerByDollars: 1500 },
] as const;
const EVERY = 5;

type Earlier = (typeof EARLIER_PRICES)[number];

/** An earlier day and its stock, in which one vehicle in five cost more. */
export function earlierStock(
  dealer: DealerConfig,
  today: Date,
  now: Date,
  { daysAgo, dearerByDollars }: Earlier,
) {
  const then = new Date(now.getTime() - daysAgo * DAY_MS);
  const day = zonedDate(then, dealer.timeZone).date;
  const stock = generateDemoStock({ dealer, today: zonedDate(today, dealer.timeZone).date })
    .map((vehicle, index) =>
      vehicle.price !== undefined && index % EVERY === 0
        ? { ...vehicle, price: vehicle.price + dearerByDollars }
        : vehicle,
    )
    .filter(({ created_at }) => created_at !== undefined && created_at < day);
  return { then, stock };
}

/**
 * Imports a demo dealer's stock of earlier days, so that a dealer that shows prices of the past has some to show.
 * @param today that of the demo stock
 */
async function importEarlierPrices(
  services: Services,
  dealer: DealerConfig,
  { dataDir, dealersDir, today }: { dataDir: string; dealersDir: string; today: Date },
): Promise<void> {
  const { feed } = dealer.stock;
  if (!feed?.file) return;
  for (const each of EARLIER_PRICES) {
    const { then, stock } = earlierStock(dealer, today, services.clock.now(), each);
    const file = join(dataDir, 'earlier-prices', String(each.daysAgo), basename(feed.file));
    writeIfChanged(file, feedBytes(stock, feed));
    const earlier = { ...dealer, stock: { ...dealer.stock, feed: { ...feed, file } } };
    await importStock({ ...services, clock: fixedClock(then.toISOString()) }, earlier, {
      dealersDir,
      force: true,
    });
  }
}

type ImportOptions = {
  dataDir: string;
  dealersDir: string;
  today: Date;
  report: (line: string) => void;
  onProgress?: OnProgress;
};

/** What demo stock follows from, beside the day. */
const STOCK_SOURCE = ['scripts/demo-stock', 'src/features', 'src/config'];

/** Makes the feeds and pictures of the day, unless they are there: to generate them takes a second. */
export function makeStockOfDay(dealers: readonly DealerConfig[], options: ImportOptions): void {
  const { dataDir, dealersDir, today, report } = options;
  const feeds = dealers.flatMap(({ stock }) => stock.feed?.file ?? []);
  const done = stamp(join(dataDir, 'stamps', 'demo-stock'));
  // A day begins with an hour, wherever the dealer is.
  const hour = today.toISOString().slice(0, 'yyyy-mm-ddThh'.length);
  const wanted = fingerprint([...STOCK_SOURCE, dealersDir], { salt: hour });
  if (done.matches(wanted) && feeds.every((file) => existsSync(resolve(dealersDir, file)))) return;
  const stock = makeDemoStock({ dataDir, dealersDir, today });
  if (stock.changed) report(`made ${stock.vehicles} demo vehicles and ${stock.pictures} pictures`);
  done.write(wanted);
}

/** Imports the feeds of the demo dealers that have changed, and rebuilds an index that is not whole. */
export async function importDemoStock(
  services: Services,
  dealers: readonly DealerConfig[],
  options: ImportOptions,
): Promise<void> {
  const stocked = dealers.filter(({ stock }) => stock.feed?.file);
  for (const [at, dealer] of stocked.entries()) {
    options.onProgress?.('Importing the stock of dealers', at, stocked.length);
    const done = stamp(join(options.dataDir, 'stamps', `import-${dealer.slug}`));
    const feed = resolve(options.dealersDir, dealer.stock.feed?.file ?? '');
    const wanted = fingerprint([feed, join(options.dealersDir, `${dealer.slug}.json`)]);
    if (done.matches(wanted)) continue;
    const isFirst = (await countPresentVehicles(services.db, dealer.slug)) === 0;
    if (isFirst && dealer.vehiclePage.priceDrop) await importEarlierPrices(services, dealer, options);
    const summary = await importStock(services, dealer, { dealersDir: options.dealersDir, force: true });
    options.report(`imported ${summary.stored} vehicles for ${dealer.name}`);
    done.write(wanted);
  }
  await drainIndexChanges(services, options);
  if (!(await isIndexWhole(services, dealers))) await rebuildIndex(services);
}

/** Vehicles of the imported stock, one for each state of a page. */
export const listedExamples = ({ db, clock }: Services, dealers: readonly DealerConfig[]) =>
  stateExamples(dealers, ({ slug }) => presentVehicles(db, slug), clock.now());

/** Not if Meilisearch or its data has been replaced since. */
async function isIndexWhole(services: Services, dealers: readonly DealerConfig[]): Promise<boolean> {
  for (const { slug } of dealers) {
    const stored = await countPresentVehicles(services.db, slug);
    if ((await services.index.count(slug)) !== stored) return false;
  }
  return true;
}
