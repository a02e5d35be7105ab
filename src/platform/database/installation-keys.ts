import { createHmac } from 'node:crypto';
import type { Database } from './database.ts';

export async function databaseId(db: Database): Promise<string> {
  const { id } = await db.selectFrom('installation').select('id').executeTakeFirstOrThrow();
  return id;
}

/** The id of a database, and how much it holds. */
export async function databaseContents(
  db: Database,
): Promise<{ id: string; leads: number; vehicles: number }> {
  const countOf = async (table: 'leads' | 'vehicles'): Promise<number> => {
    const { count } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  };
  return { id: await databaseId(db), leads: await countOf('leads'), vehicles: await countOf('vehicles') };
}

/** The installation's key: with the database alone, a person's rows are found and erased. */
export const PHONE_HASH_KEY = 'phone-hashes';

/** It never changes; a transaction asks again. */
const keys = new WeakMap<Database, Promise<string>>();

async function readKey(db: Database): Promise<string> {
  const { value } = await db
    .selectFrom('installation_keys')
    .select('value')
    .where('name', '=', PHONE_HASH_KEY)
    .executeTakeFirstOrThrow();
  return value;
}

function keyOf(db: Database): Promise<string> {
  const known = keys.get(db);
  if (known) return known;
  const key = readKey(db);
  keys.set(db, key);
  key.catch(() => keys.delete(db));
  return key;
}

/** The phone in rows that must not contain it. @param phone digits from 0 */
export const phoneHash = async (db: Database, phone: string): Promise<string> =>
  createHmac('sha256', await keyOf(db))
    .update(phone)
    .digest('base64url');

/** The installation's key: created with its tables, the same for all its processes, and included in backups. */
export const VEHICLE_ID_KEY = 'vehicle-ids';

/** Characters of the hash; 128 bits keep every vehicle of every dealer apart. */
const ID_LENGTH = 32;

/** The id of a vehicle. Without the key, it cannot be computed from a stock number that is known or guessed. */
export const vehicleId = (key: string, dealer: string, identity: string): string =>
  createHmac('sha256', key).update(`${dealer}\0${identity}`).digest('hex').slice(0, ID_LENGTH);

/** Ids of a dealer's vehicles by their identity. */
export async function vehicleIds(db: Database, dealer: string): Promise<(identity: string) => string> {
  const { value } = await db
    .selectFrom('installation_keys')
    .select('value')
    .where('name', '=', VEHICLE_ID_KEY)
    .executeTakeFirstOrThrow();
  return (identity) => vehicleId(value, dealer, identity);
}
