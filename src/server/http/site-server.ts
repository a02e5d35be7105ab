import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { pictureVersion } from '#src/features/stock/server/queries/picture-queries.ts';
import { listedSpin } from '#src/features/vehicle/server/enquired-vehicle.ts';
import { withLockTimeout } from '#src/platform/database/engines/write-queue.ts';
import { isTrusted, trustedProxies } from '#src/platform/http/client-address.ts';
import {
  type ConnectionLimits,
  connectionLimits,
  type DrainLimits,
  drain,
  limitConnections,
  requestQueue,
} from '#src/platform/http/connections.ts';
import type { WholeResponse } from '#src/platform/http/response-headers.ts';
import { encodeImage } from '#src/platform/images/encode-image.ts';
import { imageFolders } from '#src/platform/images/image-store.ts';
import { IMAGES_PATH } from '#src/platform/images/image-url.ts';
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
  signalOf,
} from '#src/server/routes/render-queues.ts';
import { isRead, UPLOAD_MS } from '#src/server/routes/request-guard.ts';
import type { Services } from '#src/server/services.ts';
import { operatorAccess } from '#src/server/status/operator-access.ts';
import { operatorPages } from '#src/server/status/operator-pages.ts';
import type { RefusedCode } from '#src/server/status/status-facts.ts';
import { accessLog, type Exchange, type Request, recordRequests, type Step, takeSteps } from './exchange.ts';
import { findDealer } from './find-dealer.ts';
import type { PageCode } from './page-code.ts';
import { redirectStep } from './redirect-step.ts';
import { createRenderer, type Render } from './render-page.ts';
import { fail, respondBusy, sendResponse } from './responses.ts';
import { createStaticFiles, fileStep, type SiteFolders, type StaticFiles } from './static-files.ts';

export type SiteServerOptions = {
  services: Services;
  folders: SiteFolders;
  /** Where the pages of a dealer's stock are; without, they are rendered on demand. */
  stockPages?: StockPagesOf | undefined;
  /** In place of the files of the folders. */
  files?: StaticFiles;
  /** The build, for the ages of its releases. */
  dist?: string;
  /** The compiled pages, as they are for the next request. */
  code: () => PageCode;
  /** Code that is live and not in force, for the status. */
  refusedCode?: () => RefusedCode | undefined;
  /** Releases that are live and not served, for the status. */
  publications?: Pick<PublishedWatch, 'held' | 'failed'> | undefined;
  /** Responds to hosts without a dealer; returns false to leave them to 421. */
  otherHosts?: (req: IncomingMessage, res: ServerResponse) => boolean;
  /** Client time limits, in ms; `check` is the checking interval. */
  timeouts?: { request: number; headers: number; check: number };
  connections?: ConnectionLimits;
};

export type SiteServer = Server & {
  /**
   * Renders and caches a page in advance, with code that may not be in force yet.
   * @throws the page's error
   */
  prepare(dealer: DealerConfig, path: string, pages?: PageCode): Promise<WholeResponse>;
  /** Stops within a time, by itself ten seconds, without resetting connections that finish by then. */
  drain(limits?: DrainLimits): Promise<void>;
  /** Resolves once no picture is being encoded; call it when the server has closed. */
  settled(): Promise<void>;
};

/** The longest a shopper's write waits for another writer; then the shopper is asked to call. */
const LOCK_TIMEOUT_MS = 4000;
const TIMEOUTS_MS = { request: 8000, headers: 5000, check: 1000 };
const MB = 1_000_000;

const imagesOf = ({ env, log, db }: Services): ImageRoute =>
  createImageRoute({
    ...imageFolders(env.DATA_DIR),
    maxCacheBytes: env.IMAGE_CACHE_MB * MB,
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
function renderInTurn(render: Render, { pages }: CachedQueues) {
  const postTurns = createPostQueues();
  const readTurns = createReadQueues(pages);
  return async ({ dealer, pages: code, req, res }: Omit<Exchange, 'path' | 'found'>): Promise<void> => {
    const { headers, url = '/', clientAddress, contact, refusal } = req;
    const body = Buffer.isBuffer(req.body) ? req.body : undefined;
    const isPost = req.method === 'POST';
    const [, pathname = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(url) ?? [];
    const signal = isPost && !endsWithClient(pathname) ? undefined : signalOf(res);
    const queue = isPost ? postTurns(pathname) : readTurns(pathname, new URLSearchParams(query));
    const asked = {
      url,
      host: headers.host ?? dealer.slug,
      headers,
      clientAddress,
      contact,
      refusal,
      signal,
    };
    const work = () =>
      render(dealer, isPost ? { ...asked, method: 'POST', body } : { ...asked, method: 'GET' }, code);
    const response = await queue.run(clientAddress, signal, work).catch((error: unknown) => {
      if (error instanceof QueueFullError) respondBusy(dealer, req, res);
      else if (!signal?.aborted) throw error;
    });
    if (response) await sendResponse(req, res, response);
  };
}

/** PLAT-02: one process for all tenants. */
export function createSiteServer(options: SiteServerOptions): SiteServer {
  const { services, code, timeouts = TIMEOUTS_MS } = options;
  const files = options.files ?? createStaticFiles(options.folders);
  const proxies = trustedProxies(services.env.TRUSTED_PROXIES);
  const images = imagesOf(services);
  const turns = createCachedQueues();

  const render = createRenderer(services, files);
  const sendRendered = renderInTurn(render, turns);
  const { dist, refusedCode, publications } = options;
  const access = operatorAccess(services.env, services.clock);
  const operators = operatorPages(services, { dist, code, refusedCode, publications }, access);
  const record = recordRequests(
    [operators?.metrics.observe, accessLog(services)].filter((each) => each !== undefined),
  );
  const dealerOf = findDealer({ services, proxies, code, otherHosts: options.otherHosts, operators, access });
  const steps: readonly Step[] = [
    pictureStep(services, images),
    previewStep,
    plainPostStep(timeouts.request),
    redirectStep({ services, files, render: sendRendered }),
    guardStep(timeouts.request),
    gateStep,
    ...(options.stockPages ? [stockPageStep(options.stockPages)] : []),
    cachedResponseStep({ services, render, turns }),
    fileStep(files),
    async (exchange) => {
      await sendRendered(exchange);
      return true;
    },
  ];
  const respond = async (req: Request, res: ServerResponse) => {
    const exchange = await dealerOf(req, res);
    if (exchange) await takeSteps(steps, exchange);
  };

  const queue = requestQueue((req, res) => {
    const { id } = record(req, res);
    inRequest(id, () =>
      withLockTimeout(LOCK_TIMEOUT_MS, () => respond(req, res)).catch((error: unknown) =>
        fail(services, res, error),
      ),
    );
  });
  const server = createServer(
    {
      // Node has one limit for all requests; a form's shorter limit is enforced where its body is read.
      requestTimeout: Math.max(timeouts.request, UPLOAD_MS),
      headersTimeout: timeouts.headers,
      connectionsCheckingInterval: timeouts.check,
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
    cachedResponse({ services, dealer, pages, turns, render }, { method: 'GET', url: path });
  return Object.assign(server, {
    settled: images.stop,
    prepare,
    drain: (limits?: DrainLimits) => drain(server, queue.closeEach, limits),
  });
}
