import type { SearchDocument } from '#src/features/search/index/search-document.ts';
import { toSearchDocument } from '#src/features/search/index/to-search-document.ts';
import type { EngineInUse, SiteEngine } from '#src/features/search/server/engine/site-engines.ts';
import { formerIdOf } from '#src/features/stock/server/importing/identify-vehicles.ts';
import type { StockedRow } from '#src/features/stock/server/queries/stock-queries.ts';
import { toStockedVehicle } from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import type { OnProgress } from '#src/platform/queue/batches.ts';
import type { Services } from '#src/server/services.ts';

/** Per request, and at most so many in memory: 20 MB. */
export const DOCUMENTS_AT_ONCE = 2000;

/** An engine with the dealers it holds. */
export type IndexedEngine = Pick<SiteEngine, 'name' | 'kind' | 'index'> &
  Pick<EngineInUse, 'dealers' | 'moving'>;

export type IndexWork = {
  /** Whether to rebuild the full index from the database. */
  rebuild?: boolean;
  /** Names of engines; by default all. */
  only?: readonly string[];
  /** Called with a message for each slow step. */
  report?: (line: string) => void;
  onProgress?: OnProgress;
};

/** The engine lists equally ranked vehicles by insertion order, so a fixed order keeps installations consistent. */
function inStableOrder(rows: readonly StockedRow[]): StockedRow[] {
  const keyed = rows.map((row) => ({ row, key: formerIdOf(row.dealer, row.identity) }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ row }) => row);
}

/** Of vehicles in stock whose dealer is loaded. */
export function documentsOf(services: Services, rows: readonly StockedRow[]): SearchDocument[] {
  return inStableOrder(rows).flatMap((row) => {
    const dealer = services.tenants.bySlug(row.dealer);
    return row.removed_at === null && dealer
      ? [toSearchDocument(toStockedVehicle(row), dealer, services.clock)]
      : [];
  });
}
