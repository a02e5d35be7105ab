import { basename, join } from 'node:path';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { importStock } from '#src/features/stock/server/importing/import-stock.ts';
import { fixedClock, zonedDate } from '#src/platform/time/clock.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';
import type { Services } from '#src/server/services.ts';
import { generateDemoStock } from '../demo-stock/demo-stock.ts';
import { feedBytes, writeIfChanged } from '../demo-stock/feed-file.ts';

const DAYS_AGO = 21;
const EVERY = 5;
const DEARER_BY_DOLLARS = 1500;

/** The earlier day and its stock, in which one vehicle in five cost more. */
export function earlierStock(dealer: DealerConfig, today: Date, now: Date) {
  const then = new Date(now.getTime() - DAYS_AGO * DAY_MS);
  const day = zonedDate(then, dealer.timeZone).date;
  const stock = generateDemoStock({ dealer, today: zonedDate(today, dealer.timeZone).date })
    .filter(({ created_at }) => created_at !== undefined && created_at < day)
    .map((vehicle, index) =>
      vehicle.price !== undefined && index % EVERY === 0
        ? { ...vehicle, price: vehicle.price + DEARER_BY_DOLLARS }
        : vehicle,
    );
  return { then, stock };
}

/**
 * Imports a demo dealer's stock as of three weeks ago, so that a dealer that shows price drops has some to show.
 * @param today that of the demo stock
 */
export async function importEarlierPrices(
  services: Services,
  dealer: DealerConfig,
  { dataDir, dealersDir, today }: { dataDir: string; dealersDir: string; today: Date },
): Promise<void> {
  const { feed } = dealer.stock;
  if (!feed?.file) return;
  const { then, stock } = earlierStock(dealer, today, services.clock.now());
  const file = join(dataDir, 'earlier-prices', basename(feed.file));
  writeIfChanged(file, feedBytes(stock, feed));
  const earlier = { ...dealer, stock: { ...dealer.stock, feed: { ...feed, file } } };
  await importStock({ ...services, clock: fixedClock(then.toISOString()) }, earlier, {
    dealersDir,
    force: true,
  });
}
