import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import sirv from 'sirv';
import { TENANT_PREFIX } from '#src/config/public/href.ts';

type Handler = (req: IncomingMessage, res: ServerResponse, next: () => void) => void;

const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Pages are revalidated by ETag each time; a publish shows at once. */
const REVALIDATE = 'public, max-age=0, must-revalidate';
const AN_HOUR = 'public, max-age=3600';

const ASSETS = '/_astro/';
const HIDDEN_SEGMENT = /\/\.(?!well-known\/)/;

export type StaticFiles = {
  /** Serves the dealer's own pages and the shared assets, or calls `next`. */
  serve(dealer: string, req: IncomingMessage, res: ServerResponse, next: () => void): void;
  /** The dealer's own not-found page, as HTML. */
  notFoundPage(dealer: string): string;
};

/** @param client the build's `dist/client` folder */
export function createStaticFiles(client: string, dealers: readonly string[]): StaticFiles {
  const assets = folder(join(client, ASSETS), IMMUTABLE);
  const pages = new Map(
    dealers.map((dealer) => [dealer, folder(join(client, TENANT_PREFIX, dealer), REVALIDATE)]),
  );
  const shared = folder(client, AN_HOUR);
  return {
    serve(dealer, req, res, next) {
      const url = req.url ?? '/';
      // Parts of a precompressed file are of use to nobody, and sirv reads "the last N bytes" wrongly.
      delete req.headers.range;
      if (HIDDEN_SEGMENT.test(decodeURIComponent(url.split('?')[0] ?? ''))) return next();
      if (url.startsWith(ASSETS)) {
        req.url = url.slice(ASSETS.length - 1);
        return assets(req, res, () => {
          req.url = url;
          next();
        });
      }
      const own = pages.get(dealer);
      const thenShared = () => shared(req, res, next);
      return own ? own(req, res, thenShared) : thenShared();
    },
    notFoundPage(dealer) {
      const file = join(client, TENANT_PREFIX, dealer, '404', 'index.html');
      return existsSync(file)
        ? readFileSync(file, 'utf8')
        : '<!doctype html><title>Not found</title><h1>Not found</h1>';
    },
  };
}

/** `dev` looks at the disk for each request: a page published while the server runs is served, and whole. */
const folder = (path: string, cacheControl: string): Handler =>
  sirv(path, {
    dev: true,
    brotli: true,
    gzip: true,
    etag: true,
    setHeaders: (res) => res.setHeader('Cache-Control', cacheControl),
  }) as Handler;
