import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { constants } from 'node:zlib';
import compression from 'compression';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { resolveAddress } from '#src/config/public/routes/resolve-address.ts';
import { IMAGES_PATH } from '#src/domain/image/image-url.ts';
import { withLockPatience } from '#src/providers/database/lock-patience.ts';
import { pictureVersion } from '#src/providers/database/pictures.ts';
import { imageFolders } from '../images/image-folders.ts';
import { createImageRoute } from '../images/image-route.ts';
import type { Services } from '../services.ts';
import { answerHealth, answerText, fail, redirect, refuse } from './answers.ts';
import type { BareRequest } from './capture-answer.ts';
import { clientAddress, trustedProxies } from './client-address.ts';
import {
  isRead,
  limitsAt,
  type Refusal,
  readBody,
  refuseByHeaders,
  takesUpload,
  UPLOAD_MS,
} from './guard.ts';
import { answerKept, keptAnswer, keptRequest } from './kept-answers.ts';
import { isInternal, namesFile, readRequestPath, takesPost, withoutTrailingSlash } from './request-path.ts';
import { setSecurityHeaders } from './security-headers.ts';
import { BROTLI_QUALITY, GZIP_LEVEL } from './send-answer.ts';
import { isFormer, onOwnHost, renderedAt } from './site-addresses.ts';
import { createStaticFiles } from './static-files.ts';
import { uploadPlaces } from './upload-places.ts';
import { visitCookie } from './visit-cookie.ts';

type Request = IncomingMessage & {
  body?: unknown;
  clientAddress?: string | undefined;
  refusal?: Refusal;
};

/** Astro's middleware-mode handler; the fourth argument becomes `Astro.locals`. */
export type PageHandler = (
  req: Request,
  res: ServerResponse,
  next: (error?: unknown) => void,
  locals: object,
) => void | Promise<void>;

export type SiteServerOptions = {
  services: Services;
  /** The build's `sites`: one folder per dealer. */
  sitesFolder: string;
  /** Which build this is; answers kept of another one are not given. */
  release: string;
  renderPage: PageHandler;
  /** Answers hosts that are no dealer's; returns false to leave them to 421. */
  otherHosts?: (req: IncomingMessage, res: ServerResponse) => boolean;
  /** How long a client may take, in ms; `check` is how often that is looked at. */
  timeouts?: { request: number; headers: number; check: number };
};

export type SiteServer = Server & {
  /** Makes and keeps a page before anybody asks for it. @throws what the page throws */
  prepare(dealer: DealerConfig, path: string): Promise<void>;
  /** Resolves once no picture is being made; call it when the server has closed. */
  settled(): Promise<void>;
};

/** What a shopper's request writes waits at most so long for another writer; then they are told to call. */
const LOCK_PATIENCE_MS = 4000;
const TIMEOUTS_MS = { request: 8000, headers: 5000, check: 1000 };
const NOT_POSTED_HERE: Refusal = {
  status: 405,
  code: 'method_not_allowed',
  message: 'This page is read with GET.',
  allow: 'GET, HEAD',
};
const MB = 1_000_000;

/** PLAT-02: one process for all tenants. */
export function createSiteServer(options: SiteServerOptions): SiteServer {
  const { services, renderPage, timeouts = TIMEOUTS_MS } = options;
  const files = createStaticFiles(
    options.sitesFolder,
    services.tenants.all.map((dealer) => dealer.slug),
  );
  const proxies = trustedProxies(services.env.TRUSTED_PROXIES);
  const images = createImageRoute({
    ...imageFolders(services.env.DATA_DIR),
    maxCacheBytes: services.env.IMAGE_CACHE_MB * MB,
    log: services.log,
    versionOf: (id) => pictureVersion(services.db, id),
  });
  const readUpload = uploadPlaces();
  const compress = compression({
    level: GZIP_LEVEL,
    brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
  }) as unknown as (req: IncomingMessage, res: ServerResponse, next: () => void) => void;

  async function render(dealer: DealerConfig, req: Request, res: ServerResponse): Promise<void> {
    const next = (error?: unknown) =>
      error ? fail(services, res, error) : files.notFound(dealer.slug, req, res);
    const url = renderedAt(dealer, req.url ?? '/');
    if (url === undefined) return next() as Promise<void>;
    req.url = url;
    try {
      const { clientAddress, refusal } = req;
      await renderPage(req, res, next, { dealer, services, clientAddress, ...(refusal && { refusal }) });
    } catch (error) {
      fail(services, res, error);
    }
  }

  function rememberLanding(res: ServerResponse, path: URL): void {
    const cookie = visitCookie(path, services.env.BEHIND_TLS === 'yes');
    if (cookie !== undefined) res.setHeader('Set-Cookie', cookie);
  }

  async function respond(req: Request, res: ServerResponse): Promise<void> {
    req.clientAddress = clientAddress(
      req.socket.remoteAddress,
      req.headersDistinct['x-forwarded-for']?.join(),
      proxies,
    );
    dropForwardedHeaders(req);
    setSecurityHeaders(res, services.env.BEHIND_TLS === 'yes');
    const path = readRequestPath(req.url);
    // A proxy in front may have read the other of two hosts.
    if (!path || (req.headersDistinct.host?.length ?? 0) > 1)
      return refuse(res, { status: 400, code: 'bad_path', message: 'The address cannot be read.' });
    req.url = `${path.pathname}${path.search}`;
    if (path.pathname === '/health') return answerHealth(services, res);

    const dealer = services.tenants.byHost(req.headers.host);
    if (!dealer) {
      if (options.otherHosts?.(req, res)) return;
      return answerText(res, 421, 'No site of this name is served here.');
    }
    if (isInternal(path.pathname) && !isFormer(dealer, path)) return files.notFound(dealer.slug, req, res);
    if (isRead(req.method) && path.pathname.startsWith(IMAGES_PATH)) return images.answer(req, res);
    if (isRead(req.method)) rememberLanding(res, path);
    const canonical = onOwnHost(services.tenants, req.headers.host, path) ?? withoutTrailingSlash(path);
    if (canonical && isRead(req.method)) return redirect(res, 301, canonical);
    const found = resolveAddress(dealer, path);
    if (found.kind === 'redirect' && isRead(req.method)) return redirect(res, found.status, found.to);
    if (found.kind === 'gone') return files.notFound(dealer.slug, req, res, 410);
    if (found.kind === 'closed' && !namesFile(path.pathname)) return render(dealer, req, res);
    const limits = limitsAt(path.pathname, timeouts.request);
    const refusal = refuseByHeaders(req, limits);
    if (refusal) return refuse(res, refusal);
    if (!isRead(req.method) && !takesPost(path.pathname)) return refuse(res, NOT_POSTED_HERE);
    if (!isRead(req.method)) {
      const isUpload = takesUpload(path.pathname);
      const body = await (isUpload ? readUpload(req, res, limits) : readBody(req, limits));
      if (!Buffer.isBuffer(body)) {
        // A shopper with a photo too many is told so on the page, beside another way to send it.
        if (!isUpload) return refuse(res, body);
        res.setHeader('Connection', 'close');
        req.refusal = body;
      }
      req.body = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
      const kept = Buffer.isBuffer(body) ? keptRequest(req, path, body) : undefined;
      if (kept) return answerDynamic(dealer, req, res, kept);
    }
    compress(req, res, () => {
      const kept = found.kind === 'closed' ? undefined : keptRequest(req, path);
      const answer = () =>
        answerDynamic(dealer, req, res, kept).catch((error: unknown) => fail(services, res, error));
      if (!isRead(req.method)) return void answer();
      files.serve(dealer.slug, req, res, answer);
    });
  }

  async function answerDynamic(
    dealer: DealerConfig,
    req: Request,
    res: ServerResponse,
    kept: BareRequest | undefined,
  ): Promise<void> {
    if (!kept) return render(dealer, req, res);
    const isSent = await answerKept({ services, release: options.release, dealer, render }, kept, req, res);
    // Only the shopper's own address leads on with all it carries.
    if (!isSent) return render(dealer, req, res);
  }

  const server = createServer(
    {
      // Node knows one limit for all; a form's own, shorter one is kept where its body is read.
      requestTimeout: Math.max(timeouts.request, UPLOAD_MS),
      headersTimeout: timeouts.headers,
      connectionsCheckingInterval: timeouts.check,
    },
    (req, res) => {
      withLockPatience(LOCK_PATIENCE_MS, () => respond(req, res)).catch((error: unknown) =>
        fail(services, res, error),
      );
    },
  );
  server.once('close', () => void images.stop());
  const prepare = async (dealer: DealerConfig, path: string) => {
    const kept = { services, release: options.release, dealer, render };
    await keptAnswer(kept, { method: 'GET', url: path });
  };
  return Object.assign(server, { settled: images.stop, prepare });
}

/** Any client's word; the one address that may be trusted has been read. */
function dropForwardedHeaders(req: IncomingMessage): void {
  for (const name of Object.keys(req.headers)) {
    if (name === 'forwarded' || name.startsWith('x-forwarded-')) delete req.headers[name];
  }
}
