import { createHmac } from 'node:crypto';
import type { Database } from './database.ts';

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
