import type { DestinationStream, Logger } from 'pino';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { Environment } from '#src/config/environment.ts';
import { createTenants, type LeftOut, type Tenants } from '#src/dealer-files/fleet/tenants.ts';
import { type BrokerService, brokerService } from '#src/features/finance/server/broker/broker-service.ts';
import type { PaymentSandbox } from '#src/features/reservations/server/payments/local-payments.ts';
import {
  type PaymentService,
  paymentService,
} from '#src/features/reservations/server/payments/payment-service.ts';
import {
  createDatabaseSearch,
  createReservedSearch,
} from '#src/features/search/server/engine/database-search.ts';
import { observeSearch } from '#src/features/search/server/engine/observe-search.ts';
import { createSiteEngines, type SiteEngines } from '#src/features/search/server/engine/site-engines.ts';
import type { VehicleIndex } from '#src/features/search/server/engine/vehicle-index.ts';
import type { VehicleSearch } from '#src/features/search/server/engine/vehicle-search.ts';
import { createLocator, geocodingOf, type LocatePlace } from '#src/features/search/server/locate-place.ts';
import { createStockVocabulary, type StockVocabulary } from '#src/features/search/server/stock-vocabulary.ts';
import { pictureVersion } from '#src/features/stock/server/queries/picture-queries.ts';
import { type VehicleData, vehicleData } from '#src/features/trade-in/server/vehicle-data/vehicle-data.ts';
import { type CarServices, carServices } from '#src/features/vehicle/server/cost-services.ts';
import { createDailyCounts, type DailyCounts, writeEachMinute } from '#src/platform/database/daily-counts.ts';
import type { Database } from '#src/platform/database/database.ts';
import { openDatabase } from '#src/platform/database/open-database.ts';
import { followSignals, noSignals, type Signals } from '#src/platform/database/signals.ts';
import type { Breaker } from '#src/platform/external-services/service-client.ts';
import { dealerOfTag } from '#src/platform/http/response-headers.ts';
import { openPictureFiles, type PictureFiles } from '#src/platform/images/picture-files.ts';
import { createLog, type RecentCount, recentCount } from '#src/platform/log/log.ts';
import { type Sms, smsOf } from '#src/platform/sms/sms-service.ts';
import type { ObjectStorage } from '#src/platform/storage/object-storage.ts';
import { openSharedStorage } from '#src/platform/storage/open-storage.ts';
import { type Clock, systemClock } from '#src/platform/time/clock.ts';
import { startTracing } from '#src/platform/tracing/start-tracing.ts';
import { createDocumentThreads, type DocumentThreads } from './documents/document-threads.ts';
import { createResponseCaches, type ResponseCaches } from './routes/response-cache.ts';

const BYTES_PER_MB = 1_000_000;

/** Dependencies of use cases. Created once per process and passed on, never imported as a global. */
export type Services = {
  env: Environment;
  clock: Clock;
  log: Logger;
  /** Recent log lines with level error. */
  errors: RecentCount;
  /** What the status page draws by day. */
  counts: DailyCounts;
  db: Database;
  /** The bucket that all machines share; undefined where the folders of this machine have the files themselves. */
  storage: ObjectStorage | undefined;
  pictures: PictureFiles;
  /** Of changes in the database by other processes. */
  signals: Signals;
  tenants: Tenants;
  /** Falls back to the database while the search engine is unavailable. */
  search: VehicleSearch;
  engines: SiteEngines;
  /** Circuit breaker of the shared search engine. */
  engineBreaker: Breaker;
  vocabulary: StockVocabulary;
  answers: ResponseCaches;
  /** Identifies and values a shopper's own vehicle. */
  vehicleData: VehicleData;
  /** Price gauge and delivery prices. */
  carServices: CarServices;
  /** Sends codes to phones; undefined if no service is configured. */
  sms: Sms | undefined;
  /** Undefined if none is configured. */
  broker: BrokerService | undefined;
  payments: PaymentService;
  documents: DocumentThreads;
  /** LOC-11: geocodes a postcode or address. */
  locate: LocatePlace;
  /** Write access to the shared vehicle index. */
  index: VehicleIndex;
  /** `push`: this process has received a feed. */
  arrivals: EventTarget;
  close(): Promise<void>;
};

export async function openServices(options: {
  env: Environment;
  dealers: readonly DealerConfig[];
  leftOut?: readonly LeftOut[];
  clock?: Clock;
  /** Replaces the configured service in demos and tests. */
  sms?: Sms;
  /** Replaces the payment processor in demos and tests. */
  sandbox?: PaymentSandbox;
  /** Replaces standard output in tests. */
  logTo?: DestinationStream;
}): Promise<Services> {
  const { env, dealers, leftOut, clock = systemClock, sms = smsOf(env) } = options;
  const stopTracing = await startTracing(env);
  const counts = createDailyCounts(clock);
  const errors = recentCount(() => counts.add(undefined, 'errors'));
  const log = createLog(env, errors, options.logTo);
  const storage = await openSharedStorage(env);
  const db = await openDatabase(env, log);
  const pictures = openPictureFiles({
    ...{ dataDir: env.DATA_DIR, storage, maxCacheBytes: env.IMAGE_CACHE_MB * BYTES_PER_MB, log },
    versionOf: (id) => pictureVersion(db, id),
  });
  const { DATABASE_URL: url } = env;
  const signals = url === '' ? noSignals : followSignals({ url, db, log });
  const stopWriting = writeEachMinute(counts, { db, log });
  const tenants = createTenants(dealers, leftOut);
  const documents = createDocumentThreads(env);
  const database = createDatabaseSearch({ db, tenants, clock });
  const engines = createSiteEngines({ env, log, db, tenants, database });
  await engines.refresh();
  const search = createReservedSearch(engines.search, { db, log });
  return {
    env,
    clock,
    log,
    errors,
    counts,
    db,
    storage,
    pictures,
    signals,
    tenants,
    search: observeSearch(search),
    engines,
    engineBreaker: engines.shared.breaker,
    vocabulary: createStockVocabulary(search, clock),
    answers: createResponseCaches({
      clock,
      maxBytes: env.PAGE_CACHE_MB * BYTES_PER_MB,
      longestMakingMs: env.PAGE_TIMEOUT_MS,
      isUnavailable: (tags) => tags.some((tag) => engines.isUnavailable(dealerOfTag(tag))),
    }),
    vehicleData: vehicleData(env, clock),
    carServices: carServices(env, clock),
    sms,
    broker: brokerService(env),
    payments: paymentService(env, options.sandbox),
    documents,
    locate: createLocator(geocodingOf(env), clock),
    index: engines.shared.index,
    arrivals: new EventTarget(),
    async close() {
      engines.stop();
      await signals.stop();
      await documents.close();
      await stopWriting();
      await db.destroy();
      await pictures.stop();
      storage?.close();
      await stopTracing();
    },
  };
}
