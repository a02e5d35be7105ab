import { createHash } from 'node:crypto';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { documentBasis } from '#src/domain/search/to-search-document.ts';
import type { Database } from '#src/providers/database/database.ts';
import { markVehiclesForIndex } from '#src/providers/database/vehicles.ts';
import type { Services } from '../services.ts';
import type { ImportPlan } from './plan-import.ts';

/** What `import_runs.summary` holds as JSON. */
type RunSummary = ImportPlan['counts'] & {
  /** Hash of the settings the dealer's documents were made with. */
  documentBasis: string;
};

export async function startRun(
  db: Database,
  run: { id: string; dealer: string; now: string; feed: string },
): Promise<void> {
  await db
    .insertInto('import_runs')
    .values({
      id: run.id,
      dealer: run.dealer,
      started_at: run.now,
      finished_at: null,
      feed: run.feed,
      summary: null,
    })
    .execute();
}

async function lastDocumentBasis(db: Database, dealer: string): Promise<string | undefined> {
  const last = await db
    .selectFrom('import_runs')
    .select('summary')
    .where('dealer', '=', dealer)
    .where('finished_at', 'is not', null)
    .orderBy('finished_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return last?.summary ? (JSON.parse(last.summary) as Partial<RunSummary>).documentBasis : undefined;
}

/**
 * Closes a run. Where the dealer's file now says something else about prices, finance or places than at the
 * last run, vehicles that did not change are marked for the index as well: a repayment must not outlive its rate.
 */
export async function finishRun(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  dealer: DealerConfig,
  runId: string,
  { counts, unchanged, untouched }: Pick<ImportPlan, 'counts' | 'unchanged' | 'untouched'>,
): Promise<void> {
  const basis = createHash('sha256').update(documentBasis(dealer, clock)).digest('hex');
  if ((await lastDocumentBasis(db, dealer.slug)) !== basis) {
    await markVehiclesForIndex(db, dealer.slug, [...unchanged, ...untouched]);
  }
  const summary: RunSummary = { ...counts, documentBasis: basis };
  await db
    .updateTable('import_runs')
    .set({ finished_at: clock.now().toISOString(), summary: JSON.stringify(summary) })
    .where('id', '=', runId)
    .execute();
}
