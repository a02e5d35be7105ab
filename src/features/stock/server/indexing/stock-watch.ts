import type { Logger } from 'pino';
import { stockVersion, stockVersions } from '#src/features/stock/server/queries/stock-queries.ts';
import type { Database } from '#src/platform/database/database.ts';
import { databaseId } from '#src/platform/database/installation-keys.ts';
import { stockTag } from '#src/platform/http/response-headers.ts';
import type { Services } from '#src/server/services.ts';

/** Version of a dealer's stock, in letters, digits and dots; unique to a database. */
const nameOf = (database: string, version: number): string =>
  `${database.replace(/[^a-z0-9]/gi, '').slice(0, 12)}.${version}`;

/** Current version of a dealer's stock. */
export const stockName = async ({ db }: Pick<Services, 'db'>, dealer: string): Promise<string> =>
  nameOf(await databaseId(db), await stockVersion(db, dealer));

/** Maximum delay before an import in another process takes effect. */
const WATCH_EVERY_MS = 500;

export type StockWatch = {
  /** Version of a dealer's stock at the last check. */
  stock(dealer: string): string;
  stop(): Promise<void>;
};

/**
 * Calls `onChange` for each dealer whose stock has changed since the last check. Failed checks are retried.
 * @returns after the first check
 */
export async function watchStock(
  { db, log }: { db: Database; log: Pick<Logger, 'error'> },
  onChange: (dealer: string) => void,
  everyMs: number = WATCH_EVERY_MS,
): Promise<StockWatch> {
  const database = await databaseId(db);
  let known = await stockVersions(db);
  let isStopped = false;
  let looking: Promise<void> = Promise.resolve();

  async function look(): Promise<void> {
    const before = known;
    known = await stockVersions(db);
    for (const [dealer, version] of known) if (before.get(dealer) !== version) onChange(dealer);
  }

  function schedule(): NodeJS.Timeout {
    return setTimeout(() => {
      looking = look()
        .catch((error: unknown) => log.error({ reason: String(error) }, 'stock versions could not be read'))
        .then(() => {
          if (!isStopped) timer = schedule();
        });
    }, everyMs).unref();
  }
  let timer = schedule();

  return {
    stock: (dealer) => nameOf(database, known.get(dealer) ?? 0),
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await looking;
    },
  };
}

/** Purges cached responses of dealers whose stock has changed, and follows them to another search engine. */
export function followStock(services: Services): Promise<StockWatch> {
  const followPlacements = (): Promise<void> =>
    services.engines.refresh().catch((error: unknown) => {
      services.log.error({ reason: String(error) }, 'placements on search engines could not be read');
      setTimeout(followPlacements, WATCH_EVERY_MS).unref();
    });
  return watchStock(services, (dealer) => {
    void followPlacements();
    for (const cache of Object.values(services.answers)) cache.purge(stockTag(dealer));
    services.vocabulary.forget(dealer);
  });
}
