import { createHmac } from 'node:crypto';
import type { Database } from './database.ts';

export async function databaseId(db: Database): Promise<string> {
  const { id } = await db.selectFrom('installation').select('id').executeTakeFirstOrThrow();
  return id;
}

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

/** A key in the database itself allows finding and erasing a person's rows from the database alone. */
export const PHONE_HASH_KEY = 'phone-hashes';

/** Keys never change, but a transaction may be rolled back. */
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

/** Hash of a phone, for rows that must not contain the number. @param phone digits from 0 */
export const phoneHash = async (db: Database, phone: string): Promise<string> =>
  createHmac('sha256', await keyOf(db))
    .update(phone)
    .digest('base64url');

/** Created with the tables, shared by all processes, and included in backups. */
export const VEHICLE_ID_KEY = 'vehicle-ids';

/** Length in hex digits; 128 bits avoid collisions between all vehicles of all dealers. */
const ID_LENGTH = 32;

/** Id of a vehicle. Keyed, so that it cannot be computed from a stock number. */
export const vehicleId = (key: string, dealer: string, identity: string): string =>
  createHmac('sha256', key).update(`${dealer}\0${identity}`).digest('hex').slice(0, ID_LENGTH);

/** Ids of a dealer's vehicles by identity. */
export async function vehicleIds(db: Database, dealer: string): Promise<(identity: string) => string> {
  const { value } = await db
    .selectFrom('installation_keys')
    .select('value')
    .where('name', '=', VEHICLE_ID_KEY)
    .executeTakeFirstOrThrow();
  return (identity) => vehicleId(value, dealer, identity);
}
