import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import sirv from 'sirv';
import { RENDITIONS_FOLDER } from '#src/config/public/site-picture.ts';
import { acceptedEncoding } from './accepted-encoding.ts';
import type { Step } from './exchange.ts';
import { isRead } from './guard.ts';

/** Folder of a build's output that holds one publishable folder per dealer. */
export const SITES_FOLDER = 'sites';
/** Hashed files in each of them. */
export const ASSETS_FOLDER = '_astro';
export const NOT_FOUND_PAGE = '404.html';

type Handler = (req: IncomingMessage, res: ServerResponse, next: () => void) => void;

const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Pages are revalidated by ETag each time; a publish shows at once. */
const REVALIDATE = 'public, max-age=0, must-revalidate';

/** A picture of the dealer keeps its address when it changes: a new one shows within the hour, or a visit later. */
const HOUR = 'public, max-age=3600, stale-while-revalidate=86400';

const cacheControl = (path: string): string => {
  if (path.startsWith(`/${ASSETS_FOLDER}/`)) return IMMUTABLE;
  return path.startsWith(`/${RENDITIONS_FOLDER}/`) ? HOUR : REVALIDATE;
};

const HIDDEN_SEGMENT = /\/\.(?!well-known\/)/;
const SUFFIXES = { br: '.br', gzip: '.gz' } as const;

export type StaticFiles = {
  /** Serves the dealer's own files, or calls `next`. */
  serve(dealer: string, req: IncomingMessage, res: ServerResponse, next: () => void): void;
  /** The dealer's own not-found page, with 404, or 410 for what will not come back. */
  notFound(dealer: string, req: IncomingMessage, res: ServerResponse, status?: 404 | 410): Promise<void>;
};

/** @param sites a build's `sites` folder */
export function createStaticFiles(sites: string): StaticFiles {
  const folders = new Map<string, Handler>();
  const folderOf = (dealer: string) => {
    const own = folders.get(dealer) ?? folder(join(sites, dealer));
    folders.set(dealer, own);
    return own;
  };
  return {
    serve(dealer, req, res, next) {
      // Parts of a precompressed file are of use to nobody, and sirv reads "the last N bytes" wrongly.
      delete req.headers.range;
      const path = decodeURIComponent((req.url ?? '/').split('?')[0] ?? '');
      return HIDDEN_SEGMENT.test(path) ? next() : folderOf(dealer)(req, res, next);
    },
    async notFound(dealer, req, res, status = 404) {
      const page = join(sites, dealer, NOT_FOUND_PAGE);
      res.statusCode = status;
      res.setHeader('Content-Type', 'text/html; charset=utf-8');
      res.setHeader('Vary', 'Accept-Encoding');
      const encoding = acceptedEncoding(req.headers['accept-encoding']);
      if (encoding && (await isFile(page + SUFFIXES[encoding]))) {
        res.setHeader('Content-Encoding', encoding);
        return sendFile(page + SUFFIXES[encoding], req, res);
      }
      if (await isFile(page)) return sendFile(page, req, res);
      res.end('<!doctype html><title>Not found</title><h1>Not found</h1>');
    },
  };
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );

async function sendFile(path: string, req: IncomingMessage, res: ServerResponse): Promise<void> {
  if (req.method === 'HEAD') return void res.end();
  await pipeline(createReadStream(path), res);
}

/** `dev` looks at the disk for each request: a page published while the server runs is served, and whole. */
const folder = (path: string): Handler =>
  sirv(path, {
    dev: true,
    brotli: true,
    gzip: true,
    etag: true,
    setHeaders: (res, pathname) => res.setHeader('Cache-Control', cacheControl(pathname)),
  }) as Handler;

/** What the build made for this address. */
export const fileStep =
  (files: StaticFiles): Step =>
  ({ req, res, dealer }) =>
    isRead(req.method) &&
    new Promise<boolean>((answered) => {
      res.once('close', () => answered(true));
      files.serve(dealer.slug, req, res, () => answered(false));
    });
