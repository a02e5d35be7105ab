import type { Selectable } from 'kysely';
import { type HistoryEntry, markForIndex } from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import type { Database } from '#src/platform/database/database.ts';
import type { StockTables } from '#src/platform/database/tables.ts';
import { atomically } from '#src/platform/database/transactions.ts';
import { writeHistory } from './import-queries.ts';
import { type StockedRow, stockedRows } from './stock-queries.ts';

type OverlayRow = Selectable<StockTables['stock_overlays']>;

/** A dealer's vehicles with overrides, including removed ones. */
export const overlaidRows = (db: Database, dealer: string): Promise<StockedRow[]> =>
  stockedRows(db)
    .where('dealer', '=', dealer)
    .where((eb) => eb.or([eb('set_hidden', '=', 1), eb('set_price_cents', 'is not', null)]))
    .orderBy('slug')
    .execute();

/** A row without values only records when overrides were cleared. */
export const overlayOf = (db: Database, vehicleId: string): Promise<OverlayRow | undefined> =>
  db.selectFrom('stock_overlays').selectAll().where('vehicle_id', '=', vehicleId).executeTakeFirst();

/** Price overrides with a last day. */
export const endingOverlays = (db: Database): Promise<OverlayRow[]> =>
  db
    .selectFrom('stock_overlays')
    .selectAll()
    .where('price_cents', 'is not', null)
    .where('price_until', 'is not', null)
    .orderBy('vehicle_id')
    .execute();

/** Stores an override with its history entry, and queues the vehicle for indexing. */
export const putOverlay = (db: Database, overlay: OverlayRow, entry: HistoryEntry): Promise<void> =>
  atomically(db, async (trx) => {
    const { vehicle_id, ...values } = overlay;
    await trx
      .insertInto('stock_overlays')
      .values({ vehicle_id, ...values })
      .onConflict((conflict) => conflict.column('vehicle_id').doUpdateSet(values))
      .execute();
    await writeHistory(trx, [entry]);
    await markForIndex(trx, [{ id: vehicle_id, dealer: overlay.dealer }]);
  });
