import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readEnvironment } from '#src/config/environment.ts';
import { loadDealers } from '#src/dealer-files/load-dealers.ts';
import { importStock } from '#src/features/stock/server/importing/import-stock.ts';
import { drainIndexChanges, rebuildIndex } from '#src/features/stock/server/indexing/index-sync.ts';
import { openServices, type Services } from '#src/server/services.ts';
import { startMeilisearch } from '../programs/meilisearch.ts';
import { type BenchRun, sized } from './bench-run.ts';
import { LISTINGS_ROWS, listingsFeed } from './listings-feed.ts';
import type { Measurement } from './measurement.ts';

/** A dealer whose mapping cuts, matches and replaces: the most expensive mapping. */
const DEALER_FILE = 'tests/fixtures/dealers/listings.json';
const SEARCHERS = 4;

/** The listings dealer with the feed that `LISTINGS_CSV` names, else one of the same shape. */
export function writeListingsDealer(folder: string, run: BenchRun) {
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

/** Searches without a pause while the index is built again and swapped. */
async function searchWhile(services: Services, dealer: string, stored: number, work: () => Promise<unknown>) {
  const divertedBefore = services.engineBreaker.diverted();
  let isOver = false;
  let searches = 0;
  let wrong = 0;
  const searching = async () => {
    while (!isOver) {
      const { car_type = {} } = await services.search
        .facetCounts({ dealer, conditions: [] }, ['car_type'])
        .catch(() => ({}) as never);
      searches += 1;
      if (Object.values(car_type).reduce((sum: number, cars) => sum + Number(cars), 0) !== stored) wrong += 1;
    }
  };
  const loops = Array.from({ length: SEARCHERS }, searching);
  const seconds = await secondsOf(work);
  isOver = true;
  await Promise.all(loops);
  // Searches the database had to answer are failures of the engine.
  return { searches, wrong: wrong + services.engineBreaker.diverted() - divertedBefore, seconds };
}

/** A large untidy feed from file to search: stored, indexed, imported again, and the index swapped under load. */
export async function benchImport(run: BenchRun): Promise<Measurement[]> {
  mkdirSync('.data', { recursive: true });
  const folder = resolve(mkdtempSync(join('.data', 'bench-import-')));
  writeListingsDealer(folder, run);
  const { dealers, problems } = loadDealers(folder);
  const [dealer] = dealers;
  if (!dealer) throw new Error(`The bench dealer is not valid: ${JSON.stringify(problems)}`);
  const meilisearch = await startMeilisearch(join(folder, 'meilisearch'));
  const env = readEnvironment({
    DATA_DIR: join(folder, 'data'),
    MEILI_HOST: meilisearch.host,
    MEILI_KEY: meilisearch.key,
    SITE_SECRET: 'not needed by an import, which signs nothing',
  });
  const services = await openServices({ env, dealers });
  try {
    const stored = await importStock(services, dealer, { dealersDir: folder });
    const indexing = await secondsOf(() => drainIndexChanges(services));
    const again = await importStock(services, dealer, { dealersDir: folder });
    const load = await searchWhile(services, dealer.slug, stored.stored, () => rebuildIndex(services));
    const of = (
      figure: string,
      value: number,
      unit: string,
      more: Partial<Measurement> = {},
    ): Measurement => ({
      area: 'import',
      figure,
      value,
      unit,
      ...more,
    });
    return [
      of('validated and stored into a fresh database', Math.round(stored.rows / stored.seconds), 'rows/s', {
        goal: { atLeast: 3000 },
        against: `${stored.rows} rows in ${stored.seconds.toFixed(1)} s`,
      }),
      of('from the feed to every vehicle searchable', stored.seconds + indexing, 's', {
        goal: { atMost: 30 },
        against: `${stored.stored} vehicles, ${indexing.toFixed(1)} s of it indexing`,
      }),
      of('the same feed again', Math.round(again.rows / again.seconds), 'rows/s'),
      of('failed or partial searches while the index is rebuilt and swapped', load.wrong, 'searches', {
        goal: { atMost: 0 },
        against: `of ${load.searches} in ${load.seconds.toFixed(1)} s`,
      }),
    ];
  } finally {
    await services.close();
    await meilisearch.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
