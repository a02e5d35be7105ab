import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { documentBasis } from '#src/features/search/index/to-search-document.ts';
import {
  finishImportRun,
  historyOfKind,
  lastImportSummary,
} from '#src/features/stock/server/queries/import-queries.ts';
import type { SupersededRow } from '#src/features/stock/server/queries/staged-comparison.ts';
import type { StagedFeed } from '#src/features/stock/server/queries/staged-feed.ts';
import {
  type HistoryEntry,
  markVehiclesForIndex,
} from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import type { Vehicle } from '#src/features/vehicle/vehicle.ts';
import type { Database } from '#src/platform/database/database.ts';
import type { Services } from '#src/server/services.ts';
import { sha256 } from './identify-vehicles.ts';
import type { ImportCounts } from './plan-import.ts';

/** Name of the lease held while importing a dealer's feed. */
export const importLease = (dealer: string): string => `import:${dealer}`;

/** The JSON in `import_runs.summary`. */
type RunSummary = ImportCounts & {
  /** Hash of the settings that search documents depend on. */
  documentBasis: string;
  /** Whether the file ended with a line break; only for CSV. */
  endsInLineBreak?: boolean | undefined;
  /** Shape of a short last row that was accepted, see `shapeOf`. */
  shortEnd?: string | undefined;
};

/** Record of the dealer's last finished import; earlier versions recorded less. */
export async function lastRunSummary(db: Database, dealer: string): Promise<Partial<RunSummary> | undefined> {
  const summary = await lastImportSummary(db, dealer);
  return summary ? (JSON.parse(summary) as Partial<RunSummary>) : undefined;
}

/**
 * Finishes a run. If settings for prices, finance or locations have changed since the last one, unchanged vehicles are
 * queued for indexing too: a repayment must not outlive its rate.
 */
export async function finishRun(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  dealer: DealerConfig,
  runId: string,
  staged: StagedFeed,
  counts: ImportCounts,
  end: Pick<RunSummary, 'endsInLineBreak' | 'shortEnd'>,
): Promise<void> {
  const basis = createHash('sha256').update(documentBasis(dealer, clock)).digest('hex');
  if ((await lastRunSummary(db, dealer.slug))?.documentBasis !== basis) {
    for (const batches of [staged.unchanged(), staged.untouched()])
      for (const batch of batches)
        await markVehiclesForIndex(
          db,
          dealer.slug,
          batch.map(({ id }) => id),
        );
  }
  const summary: RunSummary = { ...counts, documentBasis: basis, ...end };
  const finishedAt = clock.now().toISOString();
  await finishImportRun(db, { id: runId, finishedAt, summary: JSON.stringify(summary) });
}

export const DISCARDED = 'duplicate';

/** The JSON in `vehicle_history.after` for a discarded duplicate row. */
const DiscardedRowSchema = v.object({
  /** Row number in the feed. */
  row: v.number(),
  status: v.string(),
  priceCents: v.nullable(v.number()),
  km: v.nullable(v.number()),
  /** Hash of the record, so that identical content is recorded once. */
  contentHash: v.string(),
});

export type DiscardedRow = v.InferOutput<typeof DiscardedRowSchema>;

export function readDiscardedRow(after: string | null): DiscardedRow | undefined {
  const read = v.safeParse(DiscardedRowSchema, JSON.parse(after ?? 'null'));
  return read.success ? read.output : undefined;
}

/** History entries for discarded duplicates, except those already recorded. @param discarded a batch */
export async function newlyDiscarded(
  db: Database,
  dealer: string,
  discarded: readonly SupersededRow[],
  at: string,
): Promise<HistoryEntry[]> {
  const keptIds = new Set(discarded.flatMap(({ keptId }) => keptId ?? []));
  const noted = await historyOfKind(db, DISCARDED, [...keptIds]);
  const isNoted = new Set(
    noted.map(({ vehicle_id, after }) => `${vehicle_id} ${readDiscardedRow(after)?.contentHash}`),
  );
  return discarded.flatMap(({ keptId, row, record }) => {
    const contentHash = sha256(record);
    if (keptId === null || isNoted.has(`${keptId} ${contentHash}`)) return [];
    isNoted.add(`${keptId} ${contentHash}`);
    const vehicle = JSON.parse(record) as Vehicle;
    const after: DiscardedRow = {
      row,
      status: vehicle.status,
      priceCents: vehicle.price ?? null,
      km: vehicle.km ?? null,
      contentHash,
    };
    return [{ vehicle_id: keptId, dealer, at, kind: DISCARDED, before: null, after: JSON.stringify(after) }];
  });
}
