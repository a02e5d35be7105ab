import { createHmac } from 'node:crypto';
import type { Database } from './database.ts';

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
