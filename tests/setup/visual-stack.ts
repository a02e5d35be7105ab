import { VEHICLE_ID_KEY } from '#src/platform/database/installation-keys.ts';
import { openDatabase } from '#src/platform/database/open-database.ts';
import { fixedClock } from '#src/platform/time/clock.ts';
import { stackFolder } from '../../scripts/demo/separate-stack.ts';
import { emptyStack, startStack } from './e2e-stack.ts';

/** A Wednesday before noon in every time zone of the demo dealers: stock, offers and hours are those of that day. */
export const VISUAL_NOW = '2026-11-18T00:30:00Z';

/** Vehicles of equal rank are listed by id, and each new database has a key of its own for them. */
async function fixVehicleIds(): Promise<void> {
  const db = await openDatabase({ DATA_DIR: stackFolder('e2e'), DATABASE_URL: '' });
  try {
    await db
      .updateTable('installation_keys')
      .set({ value: 'the same in every picture' })
      .where('name', '=', VEHICLE_ID_KEY)
      .execute();
  } finally {
    await db.destroy();
  }
}

/** The same product as in the browser tests, with ids that never change and on a day that does not pass. */
export default async function setup() {
  emptyStack();
  await fixVehicleIds();
  const stack = await startStack(fixedClock(VISUAL_NOW));
  return () => stack.stop();
}
