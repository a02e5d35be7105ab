import type { ServerResponse } from 'node:http';
import type { LeftOut } from '#src/dealer-files/fleet/tenants.ts';
import { type OutboxStatus, outboxStatus } from '#src/features/leads/server/operations/monitor-delivery.ts';
import { lastImports } from '#src/features/stock/server/queries/import-queries.ts';
import { engineOf } from '#src/platform/database/database.ts';
import { tryWrite, type WriteTrial } from '#src/platform/database/write-probe.ts';
import { errorBody } from '#src/platform/http/endpoint.ts';
import type { Request } from '#src/server/http/exchange.ts';
import { respondWithJson } from '#src/server/http/responses.ts';
import { isRead } from '#src/server/routes/request-guard.ts';
import type { Services } from '#src/server/services.ts';
import { type OperatorAccess, refusalOf } from './operator-access.ts';

/** Caches the result for a while, and shares a pending one between callers. */
export function memoizeFor<T>(look: () => Promise<T>, freshMs: number): () => Promise<T> {
  let found: { value: Promise<T>; until: number } | undefined;
  return () => {
    if (!found || performance.now() > found.until) {
      const own = { value: look(), until: Number.POSITIVE_INFINITY };
      const age = () => {
        own.until = performance.now() + freshMs;
      };
      own.value.then(age, age);
      found = own;
    }
    return found.value;
  };
}

/** Each check writes about 32 KB, so results are cached for this long. */
const FRESH_MS = 5000;

type Health = {
  /** `failing`: leads cannot be stored. `degraded`: shoppers are served, but something needs attention. */
  status: 'ok' | 'degraded' | 'failing';
  database: { engine: 'sqlite' | 'postgres'; write: WriteTrial['outcome']; reason: string | null };
  /** `database` if an engine that holds dealers is unavailable. */
  search: 'engine' | 'database';
  searchesDiverted: number;
  dealers: { served: number; leftOut: LeftOut[] };
  /** Null if the database doesn't respond. */
  leads: OutboxStatus | null;
  imports: { dealer: string; finishedAt: string }[] | null;
};

type HealthServices = Pick<Services, 'clock' | 'db' | 'engines' | 'tenants'>;

type HealthChecks = {
  /** Whether a lead could be stored, tested by a write to the disk. */
  isAlive(): Promise<boolean>;
  /** Contains no personal data. */
  inFull(): Promise<Health>;
};

export function healthChecks(services: HealthServices): HealthChecks {
  const { clock, db, engines, tenants } = services;
  const trial = memoizeFor(() => tryWrite(db, clock.now().toISOString()), FRESH_MS);
  const inFull = memoizeFor(async (): Promise<Health> => {
    const written = await trial();
    const leads = await outboxStatus(services).catch(() => null);
    const imports = await lastImports(db).catch(() => null);
    const isFailing = written.outcome === 'failed' || leads === null;
    const inUse = engines.inUse(tenants.all).filter(({ dealers }) => dealers.length > 0);
    const search = inUse.some(({ engine }) => engine.breaker.isOpen()) ? 'database' : 'engine';
    const isDegraded = written.outcome === 'locked' || search === 'database' || tenants.leftOut.length > 0;
    return {
      status: isFailing ? 'failing' : isDegraded ? 'degraded' : 'ok',
      database: {
        engine: engineOf(db),
        write: written.outcome,
        reason: written.outcome === 'failed' ? written.reason : null,
      },
      search,
      searchesDiverted: inUse.reduce((sum, { engine }) => sum + engine.breaker.diverted(), 0),
      dealers: { served: tenants.all.length, leftOut: [...tenants.leftOut] },
      leads,
      imports,
    };
  }, FRESH_MS);
  return { inFull, isAlive: async () => (await trial()).outcome !== 'failed' };
}

function refuseMethod(req: Request, res: ServerResponse): boolean {
  if (isRead(req.method)) return false;
  res.setHeader('Allow', 'GET, HEAD');
  respondWithJson(res, 405, errorBody('method_not_allowed', 'Health is read with GET.'));
  return true;
}

export const READY_PATH = '/health/ready';

/**
 * PLAT-30: whether a proxy should send requests to this process. It listens only once it could serve all of them, so all
 * that is left to say is when it stops. The database is not asked again: while it is unavailable static and cached pages
 * are served, which they would not be if a proxy found no process ready.
 */
export function respondToReadiness(req: Request, res: ServerResponse, isStopping: boolean): void {
  if (refuseMethod(req, res)) return;
  respondWithJson(res, isStopping ? 503 : 200, { status: isStopping ? 'stopping' : 'ready' });
}

/**
 * PLAT-02: responds with 200 or 503 to everyone, and with the full state to holders of HEALTH_TOKEN. Works on any host.
 */
export function healthResponses(
  services: Pick<Services, 'clock' | 'db' | 'engines' | 'env' | 'tenants'>,
  access: OperatorAccess,
) {
  const checks = healthChecks(services);
  const token = services.env.HEALTH_TOKEN;

  return async (req: Request, res: ServerResponse): Promise<void> => {
    if (refuseMethod(req, res)) return;
    const { authorization } = req.headers;
    if (authorization === undefined) {
      const isAlive = await checks.isAlive();
      return respondWithJson(res, isAlive ? 200 : 503, { status: isAlive ? 'ok' : 'failing' });
    }
    const found = await access.ofRequest(req);
    if (found !== 'granted') {
      const { status, headers, error } = refusalOf(found);
      for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
      const unset = token === '' && status === 401;
      return respondWithJson(
        res,
        status,
        unset ? errorBody('wrong_token', 'HEALTH_TOKEN is not set on this server.') : error,
      );
    }
    const health = await checks.inFull();
    respondWithJson(res, health.status === 'failing' ? 503 : 200, health);
  };
}
