import { toSearchDocument } from '#src/domain/search/to-search-document.ts';
import { raiseStockVersions } from '#src/providers/database/stock-versions.ts';
import type { IndexChangesTable } from '#src/providers/database/tables.ts';
import {
  batches,
  markVehiclesForIndex,
  toStockedVehicle,
  type VehicleRow,
} from '#src/providers/database/vehicles.ts';
import type { Services } from '../services.ts';

const BATCH = 2000;

/** Deleting by id list stays below the parameter limit of either database. */
const DELETE_BATCH = 500;

/**
 * Brings Meilisearch up to date with the vehicles written since the last time. A vehicle that changed again
 * meanwhile keeps its mark, and so do those of a dealer whose file is not loaded; after a crash the next call
 * goes on.
 * @returns how many vehicles were sent
 * @throws SearchUnavailable when Meilisearch is away; the marks stay
 */
export async function drainIndexChanges(services: Services): Promise<number> {
  const dealers = services.tenants.all.map(({ slug }) => slug);
  // Postgres knows no empty list.
  if (dealers.length === 0) return 0;
  let sent = 0;
  for (;;) {
    const changes = await services.db
      .selectFrom('index_changes')
      .selectAll()
      .where('dealer', 'in', dealers)
      .orderBy('vehicle_id')
      .limit(BATCH)
      .execute();
    if (changes.length === 0) return sent;
    const rows: VehicleRow[] = [];
    for (const batch of batches(changes, DELETE_BATCH)) {
      rows.push(
        ...(await services.db
          .selectFrom('vehicles')
          .selectAll()
          .where(
            'id',
            'in',
            batch.map((change) => change.vehicle_id),
          )
          .execute()),
      );
    }
    await project(
      services,
      rows,
      changes.map((change) => change.vehicle_id),
    );
    await forgetChanges(services.db, changes);
    await raiseStockVersions(
      services.db,
      changes.map(({ dealer }) => dealer),
    );
    sent += changes.length;
  }
}

/** Deletes the marks that were served, not those that were set again meanwhile. */
function forgetChanges(db: Services['db'], changes: readonly IndexChangesTable[]): Promise<void> {
  return db.transaction().execute(async (trx) => {
    for (const [version, served] of Map.groupBy(changes, (change) => change.version)) {
      for (const batch of batches(served, DELETE_BATCH)) {
        await trx
          .deleteFrom('index_changes')
          .where(
            'vehicle_id',
            'in',
            batch.map((change) => change.vehicle_id),
          )
          .where('version', '=', version)
          .execute();
      }
    }
  });
}

async function project(
  services: Services,
  rows: readonly VehicleRow[],
  ids: readonly string[],
): Promise<void> {
  const documents = rows.flatMap((row) => {
    const dealer = services.tenants.bySlug(row.dealer);
    return row.removed_at === null && dealer
      ? [toSearchDocument(toStockedVehicle(row), dealer, services.clock)]
      : [];
  });
  const shown = new Set(documents.map(({ id }) => id));
  const gone = ids.filter((id) => !shown.has(id));
  if (documents.length > 0) await services.index.upsert(documents);
  if (gone.length > 0) await services.index.remove(gone);
}

/** Sends every vehicle again, e.g. after a change of the index settings or of a dealer's locations. */
export async function rebuildIndex(services: Services, dealer?: string): Promise<number> {
  const dealers = dealer === undefined ? services.tenants.all.map(({ slug }) => slug) : [dealer];
  for (const slug of dealers) {
    const rows = await services.db.selectFrom('vehicles').select('id').where('dealer', '=', slug).execute();
    const ids = rows.map(({ id }) => id);
    await markVehiclesForIndex(services.db, slug, ids);
  }
  return drainIndexChanges(services);
}
