import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { MINUTE_MS } from '#src/platform/time/duration.ts';
import { type Database, type Engine, engineOf } from './database.ts';
import { LONGEST_SILENCE_MS, type MachineRow, runningMachines } from './machines.ts';
import { firstTables, fleetTables } from './migrations/0001-0002-stock.ts';
import { leadTables } from './migrations/0003-leads.ts';
import { healthTables, keyedIds, listedAt } from './migrations/0004-0006-keyed-ids.ts';
import {
  advertisedPrice,
  financeWordings,
  leadCalls,
  phoneCodes,
  vehicleViews,
} from './migrations/0007-0011-calls-and-codes.ts';
import {
  accounts,
  prizeDraws,
  reservations,
  savedSearches,
  watchlists,
} from './migrations/0012-0016-accounts.ts';
import {
  deliveryCodes,
  paymentContacts,
  returnedPayments,
  stockFeeds,
} from './migrations/0020-0023-feeds-and-payments.ts';
import { feedDeliveries } from './migrations/0024-feed-deliveries.ts';
import { feedLastFiles } from './migrations/0025-feed-last-files.ts';
import { machines } from './migrations/0026-machines.ts';
import { searchEngines } from './migrations/0027-search-engines.ts';
import { dailyCounts } from './migrations/0028-daily-counts.ts';
import { pushedFeeds } from './migrations/0029-pushed-feeds.ts';
import { cdnPurges } from './migrations/0032-cdn-purges.ts';
import { reserveTermsColumn } from './migrations/0034-reserve-terms.ts';
import { deals } from './migrations/0036-deals.ts';
import { leadContacts } from './migrations/0043-lead-contacts.ts';
import type { Tables } from './tables.ts';

/** Key of `installation_keys`: name of the newest migration that code must know to open this database. */
const NEEDED_MIGRATION = 'needed_migration';

const described = ({ host, pid, kind }: MachineRow) => `${kind} on ${host} (process ${pid})`;

class OlderCodeRuns extends Error {
  override name = 'OlderCodeRuns' as const;
  constructor(migration: string, running: readonly MachineRow[]) {
    super(
      `${migration} changes what the code that runs needs: ${running.map(described).join(', ')}. Nothing was changed.
Stop these processes, then run: npm run database -- migrate
One that was killed counts as running for ${LONGEST_SILENCE_MS / MINUTE_MS} minutes.`,
    );
  }
}

/**
 * Marks a migration as incompatible with older code: it removes or renames something, requires a value that older code
 * does not write, or changes the meaning of one. Older code then refuses to open the database.
 * @throws OlderCodeRuns while a process runs: it cannot be of this code, or the migration would have been made
 */
export async function refuseOlderCode(db: Kysely<unknown>, migration: string): Promise<void> {
  const database = db as Kysely<Tables>;
  const running = await runningMachines(database, new Date());
  if (running.length > 0) throw new OlderCodeRuns(migration, running);
  await database
    .insertInto('installation_keys')
    .values({ name: NEEDED_MIGRATION, value: migration })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: migration }))
    .execute();
}

class NewerSchemaError extends Error {
  override name = 'NewerSchemaError' as const;
  constructor(later: readonly string[]) {
    super(
      `The database has been used by a later release of this code (${later.join(', ')}), and this release cannot use it.
Start the later release, or restore the backup from before the upgrade.`,
    );
  }
}

async function appliedMigrations(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/**
 * Migrations of newer code that the database contains but that are compatible with this code. Empty if there are none.
 * @throws NewerSchemaError if one is incompatible
 */
async function newerMigrations(db: Database, known: readonly string[]): Promise<string[]> {
  const applied = await appliedMigrations(db);
  const later = applied.filter((name) => !known.includes(name));
  if (later.length === 0) return [];
  const needed = await db
    .selectFrom('installation_keys')
    .select('value')
    .where('name', '=', NEEDED_MIGRATION)
    .executeTakeFirst();
  const isKnown = needed === undefined || known.includes(needed.value);
  if (isKnown && known.every((name) => applied.includes(name))) return later;
  throw new NewerSchemaError(later);
}

/** In order, by name. 0017-0019, 0030 and 0031 were never used. */
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
  '0024-feed-deliveries': feedDeliveries(engine),
  '0025-feed-last-files': feedLastFiles,
  '0026-machines': machines(engine),
  '0027-search-engines': searchEngines(engine),
  '0028-daily-counts': dailyCounts(engine),
  '0029-pushed-feeds': pushedFeeds(engine),
  '0032-cdn-purges': cdnPurges(engine),
  '0034-reserve-terms': reserveTermsColumn,
  '0036-deals': deals(engine),
  '0043-lead-contacts': leadContacts,
});

/** Without a limit of Postgres: an index on all rows of a fleet takes minutes. A lock is still awaited for seconds only. */
const unhurried = ({ up }: Migration): Migration => ({
  async up(db) {
    await sql`set local statement_timeout = 0`.execute(db);
    await up(db);
  },
});

/**
 * Migrates to the newest schema, in one transaction and under a lock, so that concurrently starting processes do not
 * run a migration twice. Never edit a merged migration. A database that newer code has migrated is left unchanged.
 * @returns migrations of newer code that the database contains
 * @throws NewerSchemaError if newer code made incompatible changes
 */
export async function migrate(
  db: Database,
  migrations: Record<string, Migration> = migrationsFor(engineOf(db)),
): Promise<string[]> {
  const made = Object.entries(migrations).map(
    ([name, migration]) => [name, engineOf(db) === 'postgres' ? unhurried(migration) : migration] as const,
  );
  const migrator = new Migrator({ db, provider: { getMigrations: async () => Object.fromEntries(made) } });
  const { error } = await migrator.migrateToLatest();
  if (!error) return [];
  const later = await newerMigrations(db, Object.keys(migrations)).catch((refusal: unknown) => {
    throw refusal instanceof NewerSchemaError ? refusal : error;
  });
  if (later.length > 0) return later;
  throw error instanceof Error ? error : new Error(String(error));
}
