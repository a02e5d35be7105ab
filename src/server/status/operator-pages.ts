import type { ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { MINUTE_MS } from '#src/platform/time/duration.ts';
import type { Request } from '#src/server/http/exchange.ts';
import type { PageCode } from '#src/server/http/page-code.ts';
import { redirect, refuse, respondWithJson, respondWithText } from '#src/server/http/responses.ts';
import type { PublishedWatch } from '#src/server/published-watch.ts';
import { isRead, limitsAt, readBody, refuseByHeaders } from '#src/server/routes/request-guard.ts';
import type { Services } from '#src/server/services.ts';
import { engineFacts } from './engine-facts.ts';
import { dealerRelease, gatherStatus, memoryFacts } from './gather-status.ts';
import { memoizeFor } from './health.ts';
import { gatherLastDays, type LastDays } from './last-days.ts';
import { createMetrics, type Metrics, type ProcessState } from './metrics.ts';
import { type Access, METRICS_PATH, type OperatorAccess, refusalOf, STATUS_PATH } from './operator-access.ts';
import type { ProcessFacts, RefusedCode, StatusFacts } from './status-facts.ts';
import { dealerStatusPage, PAGE_POLICY, statusPage, statusView, tokenPage } from './status-view.ts';

const MS = 1000;
/** Minimum interval between database reads. */
const FRESH_MS = 5000;
const TOKEN_FORM_MS = 5000;

type Place = {
  /** Build folder; undefined if sites are served from elsewhere. */
  dist: string | undefined;
  code: () => PageCode;
  refusedCode: (() => RefusedCode | undefined) | undefined;
  publications: Pick<PublishedWatch, 'held' | 'failed'> | undefined;
} & ProcessState;

function factsOf(
  services: Services,
  { dist, code, refusedCode, publications }: Place,
): () => Promise<StatusFacts> {
  const { db, clock, tenants, errors, env } = services;
  const startedAt = new Date(clock.now().getTime() - process.uptime() * MS).toISOString();
  const own = async (): Promise<{ kind: 'answered'; process: ProcessFacts }> => ({
    kind: 'answered',
    process: {
      startedAt,
      release: code().name,
      refused: refusedCode?.(),
      held: publications?.held() ?? [],
      failed: publications?.failed() ?? [],
      memory: memoryFacts(),
      errors: errors.read(Date.now()),
    },
  });
  return memoizeFor(
    () =>
      gatherStatus({
        db,
        clock,
        dealers: tenants.all,
        leftOut: tenants.leftOut,
        folders: dist === undefined ? [env.DATA_DIR] : [env.DATA_DIR, dist],
        releaseOf: (slug) =>
          dist === undefined ? undefined : dealerRelease(dist, slug, services.env.STORAGE_URL !== ''),
        hasCdn: env.CDN !== 'none',
        isInKubernetes: env.KUBERNETES_SERVICE_HOST !== '',
        // Reading every dealer file would delay requests; `npm run status` does it.
        isEdited: () => undefined,
        engines: () => engineFacts(services),
        server: own,
      }),
    FRESH_MS,
  );
}

const PLACES_REMEMBERED = 100;

/** Figures of the last days by dealer, undefined if the database does not respond; read again after a minute. */
function lastDaysOf(services: Services): (slug: string | undefined) => Promise<LastDays | undefined> {
  const known = new LRUCache<string, Promise<LastDays | undefined>>({
    max: PLACES_REMEMBERED,
    ttl: MINUTE_MS,
  });
  return (slug) => {
    const key = slug ?? '';
    const found = known.get(key) ?? gatherLastDays(services, slug).catch(() => void known.delete(key));
    if (!known.has(key)) known.set(key, found);
    return found;
  };
}

function sendPage(res: ServerResponse, status: number, html: string): void {
  res.statusCode = status;
  res.setHeader('Content-Type', 'text/html; charset=utf-8');
  res.setHeader('Content-Security-Policy', PAGE_POLICY);
  res.end(html);
}

const acceptsHtml = ({ headers }: Request) => /text\/html|\*\/\*/i.test(headers.accept ?? '*/*');

function refuseAccess(req: Request, res: ServerResponse, access: Exclude<Access, 'granted'>): void {
  const { status, headers, error } = refusalOf(access);
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  if (acceptsHtml(req) && req.headers.authorization === undefined && req.url?.startsWith(STATUS_PATH)) {
    sendPage(res, status, tokenPage(access === 'none' ? undefined : error.error.message));
    return;
  }
  respondWithJson(res, status, error);
}

/** Status and metrics for operators, on every host, protected by HEALTH_TOKEN. */
export type OperatorPages = {
  metrics: Metrics;
  respond(req: Request, res: ServerResponse, pathname: string): Promise<void>;
};

/** @returns undefined without HEALTH_TOKEN: nothing is counted, and the addresses do not exist */
export function operatorPages(
  services: Services,
  place: Place,
  access: OperatorAccess,
): OperatorPages | undefined {
  if (services.env.HEALTH_TOKEN === '') return undefined;
  const facts = factsOf(services, place);
  const metrics = createMetrics(services, facts, place);
  const lastDays = lastDaysOf(services);

  async function acceptToken(req: Request, res: ServerResponse): Promise<void> {
    const limits = limitsAt(STATUS_PATH, TOKEN_FORM_MS);
    const refusal = refuseByHeaders(req, limits);
    const body = refusal ?? (await readBody(req, limits));
    if (!Buffer.isBuffer(body)) return refuse(res, body);
    const given = new URLSearchParams(body.toString()).get('token') ?? '';
    const found = await access.ofToken(req, given);
    if (found !== 'granted') return refuseAccess(req, res, found);
    res.setHeader('Set-Cookie', access.cookie());
    redirect(res, 303, STATUS_PATH);
  }

  return {
    metrics,
    async respond(req, res, pathname) {
      res.setHeader('Cache-Control', 'no-store');
      res.setHeader('X-Robots-Tag', 'noindex, nofollow');
      if (pathname === STATUS_PATH && req.method === 'POST') return acceptToken(req, res);
      if (!isRead(req.method)) {
        const message = 'This page is read with GET.';
        return refuse(res, { status: 405, code: 'method_not_allowed', message, allow: 'GET, HEAD' });
      }
      const found = await access.ofRequest(req);
      if (found !== 'granted') return refuseAccess(req, res, found);
      if (pathname === METRICS_PATH) {
        const { contentType, text } = await metrics.read();
        res.setHeader('Content-Type', contentType);
        return void res.end(text);
      }
      const slug = new URL(req.url ?? '', 'http://host').searchParams.get('dealer') ?? undefined;
      if (slug !== undefined && !services.tenants.bySlug(slug))
        return respondWithText(res, 404, 'There is no such dealer.');
      const seen = await facts();
      const view = statusView(seen);
      if (!acceptsHtml(req)) return respondWithJson(res, 200, { ...view, facts: seen });
      const days = await lastDays(slug);
      sendPage(res, 200, slug === undefined ? statusPage(view, days) : dealerStatusPage(view, slug, days));
    },
  };
}
