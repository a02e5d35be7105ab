import { join } from 'node:path';
import { type Logger, pino } from 'pino';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { Environment } from '#src/config/environment.ts';
import { type Clock, systemClock } from '#src/domain/clock.ts';
import { migrate } from '#src/providers/database/migrate.ts';
import { type Database, openSqlite } from '#src/providers/database/sqlite.ts';
import { createVehicleIndex, type VehicleIndex } from '#src/providers/search-engine/vehicle-index.ts';
import { createVehicleSearch, type VehicleSearch } from '#src/providers/search-engine/vehicle-search.ts';
import { createStockVocabulary, type StockVocabulary } from './search/stock-vocabulary.ts';
import { createTenants, type Tenants } from './tenants.ts';

/** Everything a use-case may need; made once per process and handed on, never imported as a global. */
export type Services = {
  env: Environment;
  clock: Clock;
  log: Logger;
  db: Database;
  tenants: Tenants;
  /** Read side of the vehicle index. */
  search: VehicleSearch;
  vocabulary: StockVocabulary;
  /** Write side of the vehicle index. */
  index: VehicleIndex;
  close(): Promise<void>;
};

export async function openServices(options: {
  env: Environment;
  dealers: readonly DealerConfig[];
  clock?: Clock;
}): Promise<Services> {
  const { env, dealers, clock = systemClock } = options;
  const db = openSqlite(join(env.DATA_DIR, 'forecourt.db'));
  await migrate(db);
  const engine = { host: env.MEILI_HOST, key: env.MEILI_KEY, index: env.MEILI_INDEX };
  const search = createVehicleSearch(engine);
  return {
    env,
    clock,
    log: pino({ level: env.LOG_LEVEL, base: null }),
    db,
    tenants: createTenants(dealers),
    search,
    vocabulary: createStockVocabulary(search, clock),
    index: createVehicleIndex(engine),
    close: () => db.destroy(),
  };
}
