import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import sirv from 'sirv';
import { TENANT_PREFIX } from '#src/config/public/href.ts';

type Handler = (req: IncomingMessage, res: ServerResponse, next?: () => void) => void;

const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Pages are revalidated by ETag each time; a publish shows at once. */
const REVALIDATE = 'public, max-age=0, must-revalidate';

export type StaticFiles = {
  /** Serves the dealer's own pages and the shared assets, or calls `next`. */
  serve(dealer: string, req: IncomingMessage, res: ServerResponse, next: () => void): void;
  notFoundPage(dealer: string): string;
};

/** @param client the build's `dist/client` folder */
export function createStaticFiles(client: string, dealers: readonly string[]): StaticFiles {
  const options = { brotli: true, gzip: true, etag: true, dotfiles: false };
  const cacheable = (cacheControl: string) => (res: ServerResponse) =>
    res.setHeader('Cache-Control', cacheControl);
  const assets = sirvIfPresent(join(client, '_astro'), { ...options, setHeaders: cacheable(IMMUTABLE) });
  const pages = new Map(
    dealers.map((dealer) => [
      dealer,
      sirvIfPresent(join(client, TENANT_PREFIX, dealer), { ...options, setHeaders: cacheable(REVALIDATE) }),
    ]),
  );
  const shared = sirvIfPresent(client, { ...options, setHeaders: cacheable('public, max-age=3600') });
  return {
    serve(dealer, req, res, next) {
      const path = req.url ?? '/';
      if (path.startsWith('/_astro/')) {
        const url = req.url;
        req.url = path.slice('/_astro'.length);
        return assets(req, res, () => {
          if (url !== undefined) req.url = url;
          next();
        });
      }
      const own = pages.get(dealer) ?? skip;
      own(req, res, () => shared(req, res, next));
    },
    notFoundPage(dealer) {
      const file = join(client, TENANT_PREFIX, dealer, '404', 'index.html');
      return existsSync(file)
        ? readFileSync(file, 'utf8')
        : '<!doctype html><title>Not found</title><h1>Not found</h1>';
    },
  };
}

const skip: Handler = (_req, _res, next) => next?.();

const sirvIfPresent = (folder: string, options: Parameters<typeof sirv>[1]): Handler =>
  existsSync(folder) ? (sirv(folder, options) as Handler) : skip;
