import type { OnProgress } from '#src/domain/progress.ts';
import type { SearchDocument } from '#src/domain/search/search-document.ts';
import { presentVehicles } from '#src/providers/database/index-changes.ts';
import type { StockedRow } from '#src/providers/database/stocked-rows.ts';
import { countPresentVehicles, markForIndex } from '#src/providers/database/vehicles.ts';
import type { NextIndex } from '#src/providers/search-engine/vehicle-index.ts';
import type { SiteEngine } from '../search/site-engines.ts';
import type { Services } from '../services.ts';
import type { HeldLease } from './with-lease.ts';

/** Vehicles held in memory at a time, and documents fetched with one request. */
const REBUILD_ROUND = 20_000;
const COPIED_PER_REQUEST = 1000;

/** An engine with the dealers whose stock it holds; at least one, as Postgres has no empty list. */
export type IndexedDealers = Pick<SiteEngine, 'name' | 'index'> & { dealers: readonly string[] };

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
  { name, index, dealers }: IndexedDealers,
  lease: HeldLease,
  documentsOf: DocumentsOf,
  onProgress?: OnProgress,
): Promise<number> {
  const next = await index.startNext();
  let made = 0;
  let all = 0;
  if (onProgress) for (const slug of dealers) all += await countPresentVehicles(services.db, slug);
  for await (const rows of presentVehicles(services.db, { of: dealers }, REBUILD_ROUND)) {
    onProgress?.('Sending vehicles to the search index', made, all);
    const documents = documentsOf(services, rows);
    await lease.confirm(services.db);
    await next.upsert(documents);
    made += documents.length;
  }
  // Only the installation's own engine has dealers whose files are not loaded.
  const notCopied = name === '' ? await copyOthers(services, lease, next) : [];
  await lease.confirm(services.db);
  await next.publish();
  await markForIndex(services.db, notCopied);
  return made;
}

/** @returns vehicles missing from the live index: they wait until their dealer's file is loaded */
async function copyOthers(
  { db, index, tenants }: Services,
  lease: HeldLease,
  next: NextIndex,
): Promise<StockedRow[]> {
  const loaded = tenants.all.map(({ slug }) => slug);
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
