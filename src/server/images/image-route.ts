import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat, utimes } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Logger } from 'pino';
import { type ImageRequest, parseImagePath } from '#src/domain/image/image-url.ts';
import { encodeImage } from './encode-image.ts';
import { createEncodeQueue, QueueFullError } from './encode-queue.ts';
import { trimCache } from './trim-cache.ts';

export type ImageRouteOptions = {
  /** Holds `<id>.jpg`. */
  originalsFolder: string;
  cacheFolder: string;
  log: Pick<Logger, 'error'>;
  maxCacheBytes?: number;
  encode?: typeof encodeImage;
};

export type ImageRoute = (req: IncomingMessage, res: ServerResponse) => Promise<void>;

const ENCODES_AT_ONCE = 2;
const MAX_WAITING_ENCODES = 500;
const MAX_CACHE_BYTES = 1_000_000_000;
/** Encodes between two looks at the size of the cache. */
const ENCODES_PER_TRIM = 50;
const RETRY_AFTER_SECONDS = 2;
const IMMUTABLE = 'public, max-age=31536000, immutable';
const TYPES = { webp: 'image/webp', jpg: 'image/jpeg' } as const;

/**
 * Answers GET and HEAD below `/images/`. 400 for an address the URL builder would not have made,
 * 404 for an unknown id, 503 while too many pictures wait. An id is looked up as one file name of
 * a strict alphabet, so no address reaches outside `originalsFolder`.
 */
export function createImageRoute(options: ImageRouteOptions): ImageRoute {
  const { originalsFolder, cacheFolder, log, encode = encodeImage } = options;
  const queue = createEncodeQueue(ENCODES_AT_ONCE, MAX_WAITING_ENCODES);
  let encodes = 0;

  async function make(original: string, target: string, request: ImageRequest): Promise<void> {
    if (await isFile(target)) return;
    await encode(original, target, request);
    encodes += 1;
    if (encodes % ENCODES_PER_TRIM === 0)
      await trimCache(cacheFolder, options.maxCacheBytes ?? MAX_CACHE_BYTES);
  }

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      res.setHeader('Allow', 'GET, HEAD');
      return plain(res, 405, 'Use GET.');
    }
    const request = parseImagePath((req.url ?? '').split('?', 1)[0] ?? '');
    if (!request) return plain(res, 400, 'No picture has this address.');
    const original = join(originalsFolder, `${request.id}.jpg`);
    const source = await stat(original).catch(() => undefined);
    if (!source?.isFile()) return plain(res, 404, 'No picture has this id.');

    const name = cacheName(request, source.size, source.mtimeMs);
    res.setHeader('ETag', `"${name}"`);
    res.setHeader('Cache-Control', IMMUTABLE);
    if (holds(req.headers['if-none-match'], `"${name}"`)) {
      res.statusCode = 304;
      return void res.end();
    }
    const file = join(cacheFolder, name);
    if (await isFile(file)) await renewUse(file);
    else await queue.once(name, () => make(original, file, request));
    const { size } = await stat(file);
    res.statusCode = 200;
    res.setHeader('Content-Type', TYPES[request.format]);
    res.setHeader('Content-Length', size);
    if (req.method === 'HEAD') return void res.end();
    await pipeline(createReadStream(file), res);
  }

  return async (req, res) => {
    try {
      await answer(req, res);
    } catch (error) {
      if (res.headersSent || res.destroyed) return void res.destroy();
      res.removeHeader('ETag');
      res.removeHeader('Content-Length');
      if (error instanceof QueueFullError) {
        res.setHeader('Retry-After', RETRY_AFTER_SECONDS);
        return plain(res, 503, 'Too many pictures at once. Please try again.');
      }
      log.error({ err: error instanceof Error ? error.message : String(error) }, 'picture failed');
      plain(res, 500, 'This picture could not be made.');
    }
  };
}

/** The version of an address stays out: counting it up must not make work or fill the disk. */
function cacheName({ id, width, quality, crop, format }: ImageRequest, size: number, mtimeMs: number) {
  const state = createHash('sha256').update(`${size}:${mtimeMs}`).digest('hex').slice(0, 12);
  return `${id}.${state}.w${width}-q${quality}${crop ? `-${crop}` : ''}.${format}`;
}

const holds = (header: string | undefined, etag: string): boolean =>
  header?.split(',').some((part) => part.trim().replace(/^W\//, '') === etag) ?? false;

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );

async function renewUse(file: string): Promise<void> {
  const now = new Date();
  await utimes(file, now, now).catch(() => undefined);
}

function plain(res: ServerResponse, status: number, text: string): void {
  res.statusCode = status;
  res.setHeader('Content-Type', 'text/plain; charset=utf-8');
  res.setHeader('Cache-Control', 'no-store');
  res.end(text);
}
