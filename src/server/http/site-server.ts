import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { pictureVersion } from '#src/features/stock/server/queries/picture-queries.ts';
import { listedSpin } from '#src/features/vehicle/server/vehicle-access.ts';
import { withLockTimeout } from '#src/platform/database/engines/write-queue.ts';
import { isTrusted, trustedProxies } from '#src/platform/http/client-address.ts';
import {
  type ConnectionLimits,
  connectionLimits,
  drain,
  drainLimits,
  limitConnections,
  requestQueue,
} from '#src/platform/http/connections.ts';
import type { WholeResponse } from '#src/platform/http/response-headers.ts';
import { encodeImage } from '#src/platform/images/encode-image.ts';
import { IMAGES_PATH } from '#src/platform/images/image-url.ts';
import { tokenGuesses } from '#src/platform/limits/token-guesses.ts';
import { inRequest } from '#src/platform/log/log.ts';
import { QueueFullError } from '#src/platform/queue/fair-queue.ts';
import { createImageRoute, type ImageRoute } from '#src/server/images/image-route.ts';
import type { PublishedWatch } from '#src/server/published-watch.ts';
import {
  cachedResponse,
  cachedResponseStep,
  type StockPagesOf,
  stockPageStep,
} from '#src/server/routes/cached-responses.ts';
import { gateStep, guardStep, plainPostStep, previewStep } from '#src/server/routes/guard-step.ts';
import {
  type CachedQueues,
  createCachedQueues,
  createPostQueues,
  createReadQueues,
  endsWithClient,
  type NamedQueues,
  signalOf,
} from '#src/server/routes/render-queues.ts';
import { isRead } from '#src/server/routes/request-guard.ts';
import type { Services } from '#src/server/services.ts';
import { operatorAccess } from '#src/server/status/operator-access.ts';
import { operatorPages } from '#src/server/status/operator-pages.ts';
import type { RefusedCode } from '#src/server/status/status-facts.ts';
import { cdnResponses, type LiveElsewhere } from './cdn-response.ts';
import { countRequests } from './count-requests.ts';
import { accessLog, type Exchange, type Request, recordRequests, runSteps, type Step } from './exchange.ts';
import { findDealer } from './find-dealer.ts';
import type { PageCode } from './page-code.ts';
import { PUSH_MS, PUSH_SILENCE_MS, pushedFeedStep } from './pushed-feed-step.ts';
import { redirectStep } from './redirect-step.ts';
import { createRenderer, type Render } from './render-page.ts';
import { fail, respondBusy, sendResponse } from './responses.ts';
import { createStaticFiles, fileStep, type SiteFolders, type StaticFiles } from './static-files.ts';
import { traceRequest } from './trace-request.ts';

export type SiteServerOptions = {
  services: Services;
  folders: SiteFolders;
  /** Without it, stock pages are rendered on demand. */
  stockPages?: StockPagesOf | undefined;
  /** Replaces files from `folders`. */
  files?: StaticFiles;
  /** Build folder, for the ages of its releases. */
  dist?: string;
  /** The code to use for the next request. */
  code: () => PageCode;
  /** For the status page: live code that this process could not load. */
  refusedCode?: () => RefusedCode | undefined;
  /** Live releases that are not served; `shared` is what all machines have live. */
  publications?:
    | (Pick<PublishedWatch, 'held' | 'failed'> & { shared?: LiveElsewhere | undefined })
    | undefined;
  /** Responds to hosts without a dealer; returns false to respond with 421. */
  otherHosts?: (req: IncomingMessage, res: ServerResponse) => boolean;
  /** Client timeouts in ms; `check` is the checking interval. */
  timeouts?: { request: number; headers: number; check: number; push?: number };
  connections?: ConnectionLimits;
};

export type SiteServer = Server & {
  /**
   * Renders and caches a page in advance, possibly with code that is not yet current.
   * @throws the page's error
   */
  prepare(dealer: DealerConfig, path: string, pages?: PageCode): Promise<WholeResponse>;
  /**
   * Stops gracefully: announces it, and resets no connection whose request ends in time. Call it once.
   */
  drain(): Promise<void>;
  /** Resolves once no picture is being encoded; call this after the server has closed. */
  settled(): Promise<void>;
};

/** How long a write waits for the database lock before the request fails. */
const LOCK_TIMEOUT_MS = 4000;
const TIMEOUTS_MS = { request: 8000, headers: 5000, check: 1000, push: PUSH_SILENCE_MS };

const imagesOf = ({ env, log, db, pictures }: Services): ImageRoute =>
  createImageRoute({
    pictures,
    log,
    versionOf: (id) => pictureVersion(db, id),
    encode: (original, target, request) => encodeImage(original, target, request, env.AVIF_EFFORT),
  });

const pictureStep =
  (services: Services, images: ImageRoute): Step =>
  async ({ dealer, req, res, path }) => {
    if (!isRead(req.method) || !path.pathname.startsWith(IMAGES_PATH)) return false;
    await images.answer(req, res, (id) => listedSpin(services, dealer, id));
    return true;
  };

/** Renders a page for one shopper and sends it; pages, posts and page data have separate queues. */
function createQueuedRenderer(render: Render, { pages }: CachedQueues, known: NamedQueues) {
  const postQueue = createPostQueues(known);
  const readQueue = createReadQueues(pages, known);
  return async ({ dealer, pages: code, req, res }: Omit<Exchange, 'path' | 'found'>): Promise<void> => {
    const { headers, url = '/', clientAddress, contact, refusal } = req;
    const body = Buffer.isBuffer(req.body) ? req.body : undefined;
    const isPost = req.method === 'POST';
    const [, pathname = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(url) ?? [];
    const signal = isPost && !endsWithClient(pathname) ? undefined : signalOf(res);
    const queue = isPost ? postQueue(pathname) : readQueue(pathname, new URLSearchParams(query));
    const request = {
      url,
      host: headers.host ?? dealer.slug,
      headers,
      clientAddress,
      contact,
      refusal,
      signal,
    };
    const work = () =>
      render(dealer, isPost ? { ...request, method: 'POST', body } : { ...request, method: 'GET' }, code);
    const response = await queue.run(clientAddress, signal, work).catch((error: unknown) => {
      if (error instanceof QueueFullError) respondBusy(dealer, req, res);
      else if (!signal?.aborted) throw error;
    });
    if (!response) return;
    if (req.record) req.record.found = response.found;
    await sendResponse(req, res, response);
  };
}

/** PLAT-02: one process for all tenants. */
export function createSiteServer(options: SiteServerOptions): SiteServer {
  const { services, code, timeouts = TIMEOUTS_MS } = options;
  const files = options.files ?? createStaticFiles(options.folders);
  const proxies = trustedProxies(services.env.TRUSTED_PROXIES);
  const images = imagesOf(services);
  const queues = createCachedQueues();

  const render = createRenderer(services, files);
  const inUse: NamedQueues = new Map(Object.entries(queues));
  const sendRendered = createQueuedRenderer(render, queues, inUse);
  const { dist, refusedCode, publications } = options;
  const access = operatorAccess(services.env, services.clock, tokenGuesses('operators', services));
  let isStopping = false;
  const operators = operatorPages(
    services,
    {
      ...{ dist, code, refusedCode, publications },
      isStopping: () => isStopping,
      waiting: () => [...inUse].map(([queue, { waiting }]) => ({ queue, requests: waiting() })),
    },
    access,
  );
  const record = recordRequests(
    [countRequests(services), operators?.metrics.observe, accessLog(services)].filter(
      (each) => each !== undefined,
    ),
  );
  const dealerOf = findDealer({
    ...{ services, proxies, code, operators, access },
    otherHosts: options.otherHosts,
    isStopping: () => isStopping,
  });
  const steps: readonly Step[] = [
    pictureStep(services, images),
    pushedFeedStep(services, timeouts.push),
    previewStep,
    plainPostStep(timeouts.request),
    redirectStep({ services, files, render: sendRendered }),
    guardStep(timeouts.request),
    gateStep,
    ...(options.stockPages ? [stockPageStep(options.stockPages)] : []),
    cachedResponseStep({ services, render, queues }),
    fileStep(files),
    async (exchange) => {
      await sendRendered(exchange);
      return true;
    },
  ];
  const CdnResponse = cdnResponses(services, ({ slug, release }) => {
    const isWaiting = [...(publications?.held() ?? []), ...(publications?.failed() ?? [])].some(
      ({ dealer }) => dealer === slug,
    );
    const { shared } = publications ?? {};
    return !isWaiting && (shared ? shared.isLive({ slug, id: release?.id ?? '' }) : true);
  });
  const respond = async (req: Request, res: ServerResponse) => {
    const exchange = await dealerOf(req, res);
    if (!exchange) return;
    if (CdnResponse && res instanceof CdnResponse) res.exchange = exchange;
    await runSteps(steps, exchange);
  };

  const queue = requestQueue((req, res) => {
    const { id } = record(req, res);
    const work = () =>
      withLockTimeout(LOCK_TIMEOUT_MS, () => respond(req, res)).catch((error: unknown) =>
        fail(services, res, error),
      );
    inRequest(id, () => traceRequest(req, res, proxies, work));
  });
  const server = createServer(
    {
      // Node has a single timeout; shorter ones are enforced while reading the body.
      requestTimeout: Math.max(timeouts.request, PUSH_MS),
      headersTimeout: timeouts.headers,
      connectionsCheckingInterval: timeouts.check,
      ...(CdnResponse && { ServerResponse: CdnResponse }),
    },
    queue.take,
  );
  limitConnections(server, {
    limits: options.connections ?? connectionLimits(),
    isTrustedProxy: (address) => isTrusted(address, proxies),
    log: services.log,
  });
  server.once('close', () => void images.stop());
  const prepare = (dealer: DealerConfig, path: string, pages: PageCode = code()) =>
    cachedResponse({ services, dealer, pages, queues, render }, { method: 'GET', url: path });
  return Object.assign(server, {
    settled: images.stop,
    prepare,
    async drain() {
      isStopping = true;
      const announcedMs = services.env.DRAIN_ANNOUNCE_MS;
      if (announcedMs > 0) await setTimeout(announcedMs);
      await drain(server, queue.closeEach, drainLimits(announcedMs));
    },
  });
}
