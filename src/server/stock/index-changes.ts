import { toSearchDocument } from '#src/domain/search/to-search-document.ts';
import {
  batches,
  markForIndex,
  toStockedVehicle,
  type VehicleRow,
} from '#src/providers/database/vehicles.ts';
import type { Services } from '../services.ts';

const BATCH = 2000;

/** Deleting by id list stays below the parameter limit of either database. */
const DELETE_BATCH = 500;

/**
 * Brings Meilisearch up to date with the vehicles written since the last time. A vehicle that changed again
 * meanwhile keeps its mark; after a crash the next call goes on.
 * @returns how many vehicles were sent
 * @throws SearchUnavailable when Meilisearch is away; the marks stay
 */
export async function drainIndexChanges(services: Services): Promise<number> {
  let sent = 0;
  for (;;) {
    const changes = await services.db
      .selectFrom('index_changes')
      .selectAll()
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
    await services.db.transaction().execute(async (trx) => {
      for (const batch of batches(changes, DELETE_BATCH)) {
        for (const version of new Set(batch.map((change) => change.version))) {
          const ids = batch.filter((change) => change.version === version).map((change) => change.vehicle_id);
          await trx
            .deleteFrom('index_changes')
            .where('vehicle_id', 'in', ids)
            .where('version', '=', version)
            .execute();
        }
      }
    });
    sent += changes.length;
  }
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
  const query = services.db.selectFrom('vehicles').select(['id', 'dealer']);
  const all = await (dealer ? query.where('dealer', '=', dealer) : query).execute();
  for (const batch of batches(all, DELETE_BATCH)) await markForIndex(services.db, batch);
  return drainIndexChanges(services);
}
