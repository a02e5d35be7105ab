import type { DatabaseLocation } from '#src/config/environment.ts';
import { historyOf, vehiclesNamed } from '#src/features/stock/server/queries/import-queries.ts';
import { type HistoryEntry, toStockedVehicle } from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import type { StockedVehicle } from '#src/features/vehicle/vehicle.ts';
import { openExistingDatabase } from '#src/platform/database/open-database.ts';
import { DISCARDED, type DiscardedRow, readDiscardedRow } from './import-history.ts';

export type HistoryEvent = Pick<HistoryEntry, 'at' | 'kind' | 'before' | 'after'> & {
  /** For `duplicate`: the discarded row. */
  discarded: DiscardedRow | undefined;
};

export type VehicleHistory = { vehicle: StockedVehicle; events: HistoryEvent[] };

/**
 * Events of a dealer's vehicle, oldest first; only needs the database. A VIN may match several vehicles.
 * @param words stock number, VIN, or a current or former slug
 * @throws Error if there is no database
 */
export async function stockHistory(
  place: DatabaseLocation,
  dealer: string,
  words: string,
): Promise<VehicleHistory[]> {
  const db = await openExistingDatabase(place);
  try {
    const histories: VehicleHistory[] = [];
    for (const row of await vehiclesNamed(db, dealer, words)) {
      const events = (await historyOf(db, row.id)).map(({ at, kind, before, after }) => ({
        at,
        kind,
        before,
        after,
        discarded: kind === DISCARDED ? readDiscardedRow(after) : undefined,
      }));
      histories.push({ vehicle: toStockedVehicle(row), events });
    }
    return histories;
  } finally {
    await db.destroy();
  }
}
