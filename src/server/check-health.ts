import { engineOf } from '#src/providers/database/database.ts';
import { lastImports } from '#src/providers/database/import-runs.ts';
import { tryWrite, type WriteTrial } from '#src/providers/database/try-write.ts';
import { type OutboxStatus, outboxStatus } from './leads/operations/outbox-status.ts';
import type { Services } from './services.ts';
import { memoizeFor } from './shared-look.ts';
import type { LeftOut } from './tenants.ts';

/** The disk is tested at most once in this time, however many checks arrive: each test writes about 32 KB. */
const FRESH_MS = 5000;

export type Health = {
  /** `failing`: a lead could not be stored. `degraded`: shoppers are served, but something needs attention. */
  status: 'ok' | 'degraded' | 'failing';
  database: { engine: 'sqlite' | 'postgres'; write: WriteTrial['outcome']; reason: string | null };
  search: 'engine' | 'database';
  searchesDiverted: number;
  dealers: { served: number; leftOut: LeftOut[] };
  /** Null if the database doesn’t respond. */
  leads: OutboxStatus | null;
  imports: { dealer: string; finishedAt: string }[] | null;
};

type HealthServices = Pick<Services, 'clock' | 'db' | 'engineBreaker' | 'tenants'>;

export type HealthChecks = {
  /** Whether a lead could be stored: it writes to the disk. */
  isAlive(): Promise<boolean>;
  /** The state of the installation for operators; no personal data. */
  inFull(): Promise<Health>;
};

export function healthChecks(services: HealthServices): HealthChecks {
  const { clock, db, engineBreaker, tenants } = services;
  const trial = memoizeFor(() => tryWrite(db, clock.now().toISOString()), FRESH_MS);
  const inFull = memoizeFor(async (): Promise<Health> => {
    const written = await trial();
    const leads = await outboxStatus(services).catch(() => null);
    const imports = await lastImports(db).catch(() => null);
    const isFailing = written.outcome === 'failed' || leads === null;
    const search = engineBreaker.isOpen() ? 'database' : 'engine';
    const isDegraded = written.outcome === 'locked' || search === 'database' || tenants.leftOut.length > 0;
    return {
      status: isFailing ? 'failing' : isDegraded ? 'degraded' : 'ok',
      database: {
        engine: engineOf(db),
        write: written.outcome,
        reason: written.outcome === 'failed' ? written.reason : null,
      },
      search,
      searchesDiverted: engineBreaker.diverted(),
      dealers: { served: tenants.all.length, leftOut: [...tenants.leftOut] },
      leads,
      imports,
    };
  }, FRESH_MS);
  return { inFull, isAlive: async () => (await trial()).outcome !== 'failed' };
}
