import type { Logger } from 'pino';
import { stockVersion, stockVersions } from '#src/features/stock/server/queries/stock-queries.ts';
import type { Database } from '#src/platform/database/database.ts';
import { databaseId } from '#src/platform/database/installation-keys.ts';
import { lookAtSignals, type Signals } from '#src/platform/database/signals.ts';
import { stockTag } from '#src/platform/http/response-headers.ts';
import type { Services } from '#src/server/services.ts';

/** Placements are read again if that failed. */
const PLACEMENTS_AGAIN_AFTER_MS = 500;

/** Version of a dealer's stock, in letters, digits and dots; unique to a database. */
const nameOf = (database: string, version: number): string =>
  `${database.replace(/[^a-z0-9]/gi, '').slice(0, 12)}.${version}`;

/** Current version of a dealer's stock. */
export const stockName = async ({ db }: Pick<Services, 'db'>, dealer: string): Promise<string> =>
  nameOf(await databaseId(db), await stockVersion(db, dealer));

export type StockWatch = {
  /** Version of a dealer's stock at the last check. */
  stock(dealer: string): string;
  stop(): Promise<void>;
};

type Watched = { db: Database; log: Pick<Logger, 'error'>; signals: Signals };

/**
 * Calls `onChange` for each dealer whose stock has changed since the last check. Failed checks are retried.
 * @param everyMs pause between checks while no signals arrive
 * @returns after the first check
 */
export async function watchStock(
  { db, log, signals }: Watched,
  onChange: (dealer: string) => void,
  everyMs?: number,
): Promise<StockWatch> {
  const database = await databaseId(db);
  const known = await stockVersions(db);

  async function look(dealers: ReadonlySet<string> | undefined): Promise<void> {
    for (const [dealer, version] of await stockVersions(db, dealers)) {
      if (known.get(dealer) === version) continue;
      known.set(dealer, version);
      onChange(dealer);
    }
  }

  const { stop } = lookAtSignals({
    ...{ signals, topic: 'stock', look, everyMs },
    onError: (error) => log.error({ reason: String(error) }, 'stock versions could not be read'),
  });
  return { stock: (dealer) => nameOf(database, known.get(dealer) ?? 0), stop };
}

/** Purges cached responses of dealers whose stock has changed, and follows them to another search engine. */
export function followStock(services: Services): Promise<StockWatch> {
  const followPlacements = (): Promise<void> =>
    services.engines.refresh().catch((error: unknown) => {
      services.log.error({ reason: String(error) }, 'placements on search engines could not be read');
      setTimeout(followPlacements, PLACEMENTS_AGAIN_AFTER_MS).unref();
    });
  return watchStock(services, (dealer) => {
    void followPlacements();
    for (const cache of Object.values(services.answers)) cache.purge(stockTag(dealer));
    services.vocabulary.forget(dealer);
  });
}
