import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { documentBasis } from '#src/features/search/index/to-search-document.ts';
import {
  finishImportRun,
  historyOfKind,
  lastImportSummary,
} from '#src/features/stock/server/queries/import-queries.ts';
import {
  type HistoryEntry,
  markVehiclesForIndex,
} from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import type { Database } from '#src/platform/database/database.ts';
import type { Services } from '#src/server/services.ts';
import { type DiscardedVehicle, sha256 } from './identify-vehicles.ts';
import type { ImportPlan } from './plan-import.ts';

/** The JSON in `import_runs.summary`. */
type RunSummary = ImportPlan['counts'] & {
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
  { counts, unchanged, untouched }: Pick<ImportPlan, 'counts' | 'unchanged' | 'untouched'>,
  end: Pick<RunSummary, 'endsInLineBreak' | 'shortEnd'>,
): Promise<void> {
  const basis = createHash('sha256').update(documentBasis(dealer, clock)).digest('hex');
  if ((await lastRunSummary(db, dealer.slug))?.documentBasis !== basis) {
    await markVehiclesForIndex(db, dealer.slug, [...unchanged, ...untouched]);
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

/** History entries for discarded duplicates, except those already recorded. */
export async function newlyDiscarded(
  db: Database,
  dealer: string,
  duplicates: readonly DiscardedVehicle[],
  at: string,
): Promise<HistoryEntry[]> {
  const keptIds = new Set(duplicates.flatMap(({ keptId }) => keptId ?? []));
  const noted = await historyOfKind(db, DISCARDED, [...keptIds]);
  const isNoted = new Set(
    noted.map(({ vehicle_id, after }) => `${vehicle_id} ${readDiscardedRow(after)?.contentHash}`),
  );
  return duplicates.flatMap(({ keptId, row, vehicle, record }) => {
    const contentHash = sha256(record);
    if (keptId === undefined || isNoted.has(`${keptId} ${contentHash}`)) return [];
    isNoted.add(`${keptId} ${contentHash}`);
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
