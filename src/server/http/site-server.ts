import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import compression from 'compression';
import { TENANT_PREFIX } from '#src/config/public/href.ts';
import { IMAGES_PATH } from '#src/domain/image/image-url.ts';
import { imageFolders } from '../images/image-folders.ts';
import { createImageRoute } from '../images/image-route.ts';
import type { Services } from '../services.ts';
import { isRead, type Refusal, readBody, refuseByHeaders } from './guard.ts';
import { setSecurityHeaders } from './security-headers.ts';
import { createStaticFiles } from './static-files.ts';

/** Astro's middleware-mode handler; the fourth argument becomes `Astro.locals`. */
export type PageHandler = (
  req: IncomingMessage & { body?: unknown },
  res: ServerResponse,
  next: (error?: unknown) => void,
  locals: object,
) => void | Promise<void>;

export type SiteServerOptions = {
  services: Services;
  /** `dist/client` of the build. */
  clientFolder: string;
  renderPage: PageHandler;
  /** Answers hosts that are no dealer's; returns false to leave them to 421. */
  otherHosts?: (req: IncomingMessage, res: ServerResponse) => boolean;
};

const REQUEST_TIMEOUT_MS = 8000;
const HEADERS_TIMEOUT_MS = 5000;
const TIMEOUT_CHECK_MS = 1000;
const BROTLI_QUALITY = 5;
const GZIP_LEVEL = 6;

/** PLAT-02: one process for all tenants. */
export function createSiteServer(options: SiteServerOptions): Server {
  const { services, renderPage } = options;
  const files = createStaticFiles(
    options.clientFolder,
    services.tenants.all.map((dealer) => dealer.slug),
  );
  const images = createImageRoute({ ...imageFolders(services.env.DATA_DIR), log: services.log });
  const compress = compression({
    level: GZIP_LEVEL,
    brotli: { params: { 1: BROTLI_QUALITY } },
  }) as unknown as (req: IncomingMessage, res: ServerResponse, next: () => void) => void;

  async function respond(req: IncomingMessage & { body?: unknown }, res: ServerResponse): Promise<void> {
    dropForwardedHeaders(req);
    setSecurityHeaders(res, false);
    const url = parsePath(req.url);
    if (!url) return refuse(res, { status: 400, code: 'bad_path', message: 'The address cannot be read.' });
    if (url.pathname === '/health') return health(services, res);

    const dealer = services.tenants.byHost(req.headers.host);
    if (!dealer) {
      if (options.otherHosts?.(req, res)) return;
      return plain(res, 421, 'No site of this name is served here.');
    }
    const notFound = () => {
      res.statusCode = 404;
      res.setHeader('Content-Type', 'text/html; charset=utf-8');
      res.end(req.method === 'HEAD' ? undefined : files.notFoundPage(dealer.slug));
    };
    if (isRead(req.method) && req.url?.startsWith(IMAGES_PATH)) return images(req, res);
    if (isInternal(url.pathname)) return notFound();
    const canonical = withoutTrailingSlash(url);
    if (canonical && isRead(req.method)) {
      res.setHeader('Location', canonical);
      return plain(res, 301, '');
    }
    const refusal = refuseByHeaders(req);
    if (refusal) return refuse(res, refusal);
    if (!isRead(req.method)) {
      const body = await readBody(req);
      if (!Buffer.isBuffer(body)) return refuse(res, body);
      req.body = body;
    }

    const render = () => {
      const original = req.url ?? '/';
      const shared = original.startsWith('/api/');
      req.url = shared ? original : `${TENANT_PREFIX}/${dealer.slug}${original}`;
      return renderPage(req, res, (error) => (error ? fail(services, res, error) : notFound()), {
        dealer,
        services,
      });
    };
    compress(req, res, () => {
      if (!isRead(req.method)) return void render();
      files.serve(dealer.slug, req, res, () => void render());
    });
  }

  const server = createServer((req, res) => {
    respond(req, res).catch((error: unknown) => fail(services, res, error));
  });
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  Object.assign(server, { connectionsCheckingInterval: TIMEOUT_CHECK_MS });
  return server;
}

/** Without a trusted proxy in front these are any client's word. */
function dropForwardedHeaders(req: IncomingMessage): void {
  for (const name of Object.keys(req.headers)) {
    if (name === 'forwarded' || name.startsWith('x-forwarded-')) delete req.headers[name];
  }
}

function parsePath(url: string | undefined): URL | undefined {
  if (!url?.startsWith('/') || url.startsWith('//') || url.includes('\\')) return undefined;
  try {
    const parsed = new URL(url, 'http://site.invalid');
    decodeURIComponent(parsed.pathname);
    return parsed;
  } catch {
    return undefined;
  }
}

const isInternal = (pathname: string) => {
  const decoded = decodeURIComponent(pathname).toLowerCase();
  return decoded === TENANT_PREFIX || decoded.startsWith(`${TENANT_PREFIX}/`);
};

const withoutTrailingSlash = ({ pathname, search }: URL): string | undefined =>
  pathname.length > 1 && pathname.endsWith('/')
    ? `${pathname.replace(/\/+$/, '') || '/'}${search}`
    : undefined;

function plain(res: ServerResponse, status: number, text: string): void {
  res.statusCode = status;
  res.setHeader('Content-Type', 'text/plain; charset=utf-8');
  res.end(text);
}

function refuse(res: ServerResponse, { status, code, message }: Refusal): void {
  res.statusCode = status;
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  // The rest of an oversized body is not worth reading.
  res.setHeader('Connection', 'close');
  res.end(JSON.stringify({ error: { code, message } }));
}

function fail(services: Services, res: ServerResponse, error: unknown): void {
  services.log.error(
    { err: error instanceof Error ? { message: error.message, stack: error.stack } : String(error) },
    'request failed',
  );
  if (res.headersSent) return void res.destroy();
  plain(res, 500, 'Something went wrong on our side. Please try again.');
}

async function health(services: Services, res: ServerResponse): Promise<void> {
  const database = await services.db
    .selectNoFrom((eb) => eb.lit(1).as('one'))
    .execute()
    .then(
      () => true,
      () => false,
    );
  res.statusCode = database ? 200 : 503;
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Cache-Control', 'no-store');
  res.end(JSON.stringify({ status: database ? 'ok' : 'failing', database }));
}
