import type { SearchDocument } from '#src/domain/search/search-document.ts';
import { presentVehicles } from '#src/providers/database/index-changes.ts';
import type { StockedRow } from '#src/providers/database/stocked-rows.ts';
import { markForIndex } from '#src/providers/database/vehicles.ts';
import type { NextIndex } from '#src/providers/search-engine/vehicle-index.ts';
import type { Services } from '../services.ts';
import type { HeldLease } from './with-lease.ts';

/** Vehicles held in memory at a time, and documents fetched with one request. */
const ROUND = 20_000;
const COPIED_PER_REQUEST = 1000;

type DocumentsOf = (services: Services, rows: readonly StockedRow[]) => SearchDocument[];

/**
 * Builds the index from the database beside the live one and swaps the two, so that no search sees a partial index.
 * Documents without a vehicle are gone afterwards. A dealer whose file is not loaded keeps the documents it
 * has: without the file none can be made.
 * @returns the number of documents made
 * @throws LeaseLost, SearchUnavailable; the live index is then unchanged
 */
export async function fillNextIndex(
  services: Services,
  lease: HeldLease,
  documentsOf: DocumentsOf,
): Promise<number> {
  const loaded = services.tenants.all.map(({ slug }) => slug);
  const next = await services.index.startNext();
  let made = 0;
  for await (const rows of presentVehicles(services.db, { of: loaded }, ROUND)) {
    const documents = documentsOf(services, rows);
    await lease.confirm(services.db);
    await next.upsert(documents);
    made += documents.length;
  }
  const notCopied = await copyOthers(services, lease, next, loaded);
  await lease.confirm(services.db);
  await next.publish();
  await markForIndex(services.db, notCopied);
  return made;
}

/** @returns vehicles missing from the live index: they wait until their dealer's file is loaded */
async function copyOthers(
  { db, index }: Services,
  lease: HeldLease,
  next: NextIndex,
  loaded: readonly string[],
): Promise<StockedRow[]> {
  const missing: StockedRow[] = [];
  for await (const rows of presentVehicles(db, { except: loaded }, COPIED_PER_REQUEST)) {
    const documents = await index.documents(rows.map(({ id }) => id));
    const found = new Set(documents.map(({ id }) => id));
    missing.push(...rows.filter(({ id }) => !found.has(id)));
    await lease.confirm(db);
    await next.upsert(documents);
  }
  return missing;
}
