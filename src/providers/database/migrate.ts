import { type Migration, Migrator } from 'kysely/migration';
import { type Database, type Engine, engineOf } from './database.ts';
import { firstTables } from './migrations/0001-first-tables.ts';
import { fleetTables } from './migrations/0002-fleet.ts';
import { leadTables } from './migrations/0003-leads.ts';
import { healthTables } from './migrations/0004-health.ts';
import { keyedIds } from './migrations/0005-keyed-ids.ts';
import { listedAt } from './migrations/0006-listed-at.ts';
import { leadCalls } from './migrations/0007-lead-calls.ts';
import { vehicleViews } from './migrations/0008-vehicle-views.ts';
import { advertisedPrice } from './migrations/0009-advertised-price.ts';
import { phoneCodes } from './migrations/0010-phone-codes.ts';
import { financeWordings } from './migrations/0011-finance-wordings.ts';
import { accounts } from './migrations/0012-accounts.ts';
import { watchlists } from './migrations/0013-watchlists.ts';
import { reservations } from './migrations/0014-reservations.ts';
import { savedSearches } from './migrations/0015-saved-searches.ts';
import { prizeDraws } from './migrations/0016-prize-draws.ts';
import { stockFeeds } from './migrations/0020-stock-feeds.ts';
import { paymentContacts } from './migrations/0021-payment-contacts.ts';
import { returnedPayments } from './migrations/0022-returned-payments.ts';
import { deliveryCodes } from './migrations/0023-delivery-codes.ts';
import { laterMigrations, NewerSchemaError } from './older-code.ts';

/** By name, in their order. */
export const migrationsFor = (engine: Engine): Record<string, Migration> => ({
  '0001-first-tables': firstTables(engine),
  '0002-fleet': fleetTables(engine),
  '0003-leads': leadTables(engine),
  '0004-health': healthTables(engine),
  '0005-keyed-ids': keyedIds(engine),
  '0006-listed-at': listedAt,
  '0007-lead-calls': leadCalls(engine),
  '0008-vehicle-views': vehicleViews(engine),
  '0009-advertised-price': advertisedPrice,
  '0010-phone-codes': phoneCodes(engine),
  '0011-finance-wordings': financeWordings(engine),
  '0012-accounts': accounts(engine),
  '0013-watchlists': watchlists(engine),
  '0014-reservations': reservations(engine),
  '0015-saved-searches': savedSearches(engine),
  '0016-prize-draws': prizeDraws(engine),
  '0020-stock-feeds': stockFeeds(engine),
  '0021-payment-contacts': paymentContacts,
  '0022-returned-payments': returnedPayments(engine),
  '0023-delivery-codes': deliveryCodes,
});

/**
 * Brings the database to the newest schema, in one transaction and under a lock, so that processes that start
 * together do not run a migration twice. A merged migration is never edited. A database that later code has changed
 * stays as it is.
 * @returns migrations of later code that the database has had
 * @throws DatabaseOfLaterCode if later code made changes that this code cannot use
 */
export async function migrate(
  db: Database,
  migrations: Record<string, Migration> = migrationsFor(engineOf(db)),
): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (!error) return [];
  const later = await laterMigrations(db, Object.keys(migrations)).catch((refusal: unknown) => {
    throw refusal instanceof NewerSchemaError ? refusal : error;
  });
  if (later.length > 0) return later;
  throw error instanceof Error ? error : new Error(String(error));
}
