import { createHash } from 'node:crypto';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { documentBasis } from '#src/domain/search/to-search-document.ts';
import type { Database } from '#src/providers/database/database.ts';
import { finishImportRun, lastImportSummary } from '#src/providers/database/import-runs.ts';
import { markVehiclesForIndex } from '#src/providers/database/vehicles.ts';
import type { Services } from '../services.ts';
import type { ImportPlan } from './plan-import.ts';

/** The JSON in `import_runs.summary`. */
type RunSummary = ImportPlan['counts'] & {
  /** Hash of the settings the dealer's documents were made with. */
  documentBasis: string;
  /** Whether the file ended in a line break; known only for a CSV. */
  endsInLineBreak?: boolean | undefined;
  /** See `shapeOf`: of a short last row the feed was imported with. */
  shortEnd?: string | undefined;
};

/** The record of the dealer's last finished import, undefined if none has; earlier versions recorded less. */
export async function lastRunSummary(db: Database, dealer: string): Promise<Partial<RunSummary> | undefined> {
  const summary = await lastImportSummary(db, dealer);
  return summary ? (JSON.parse(summary) as Partial<RunSummary>) : undefined;
}

/**
 * Closes a run. If the dealer's settings for prices, finance or places have changed since the last run, unchanged
 * vehicles are marked for the index too: a repayment must not outlive its rate.
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
