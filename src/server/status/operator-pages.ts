import type { ServerResponse } from 'node:http';
import type { Request } from '#src/server/http/exchange.ts';
import type { PageCode } from '#src/server/http/page-code.ts';
import { redirect, refuse, respondWithJson } from '#src/server/http/responses.ts';
import type { PublishedWatch } from '#src/server/published-watch.ts';
import { isRead, limitsAt, readBody, refuseByHeaders } from '#src/server/routes/request-guard.ts';
import type { Services } from '#src/server/services.ts';
import { engineFacts } from './engine-facts.ts';
import { dealerRelease, gatherStatus, memoryFacts } from './gather-status.ts';
import { memoizeFor } from './health.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { type Access, METRICS_PATH, type OperatorAccess, refusalOf, STATUS_PATH } from './operator-access.ts';
import type { ProcessFacts, RefusedCode, StatusFacts } from './status-facts.ts';
import { PAGE_POLICY, statusPage, statusView, tokenPage } from './status-view.ts';

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
};

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
        releaseOf: (slug) => (dist === undefined ? undefined : dealerRelease(dist, slug)),
        hasCdn: env.CDN !== 'none',
        // Reading every dealer file would delay requests; `npm run status` does it.
        isEdited: () => undefined,
        engines: () => engineFacts(services),
        server: own,
      }),
    FRESH_MS,
  );
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
  const metrics = createMetrics(services, facts);

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
      const seen = await facts();
      const view = statusView(seen);
      if (acceptsHtml(req)) return sendPage(res, 200, statusPage(view));
      respondWithJson(res, 200, { ...view, facts: seen });
    },
  };
}
