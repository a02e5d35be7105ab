import { stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { sheetKey, writeSheet } from '#src/features/vehicle/server/spin-sheet.ts';
import type { VehicleImage } from '#src/features/vehicle/vehicle.ts';
import { routedNetworkOf } from '#src/platform/http/client-address.ts';
import { IMMUTABLE, matchesEtag } from '#src/platform/http/response-headers.ts';
import { createEncodeQueue, encodeImage } from '#src/platform/images/encode-image.ts';
import {
  createRenditionCache,
  type Original,
  originalFile,
  renditionName,
  stateOf,
} from '#src/platform/images/image-store.ts';
import {
  type ImageFormat,
  type ImageRequest,
  parseImagePath,
  parseSheetPath,
} from '#src/platform/images/image-url.ts';
import { QueueFullError } from '#src/platform/queue/fair-queue.ts';
import { signalOf } from '#src/server/routes/render-queues.ts';

type ImageRouteOptions = {
  /** Contains `<id>.jpg`. */
  originalsFolder: string;
  cacheFolder: string;
  maxCacheBytes: number;
  log: Pick<Logger, 'error'>;
  /** The picture's current version; undefined if there is none. */
  versionOf?: (id: string) => Promise<number | undefined>;
  encode?: typeof encodeImage;
  /** Puts pictures where a CDN reads them: called at most once for each address, if its content never changes. */
  publish?: ((path: string, body: Buffer) => Promise<void>) | undefined;
};

type ImageClientRequest = IncomingMessage & { clientAddress?: string | undefined };

/** Frames of a vehicle's spin; empty if it has none or is not public. */
type FramesOf = (vehicleId: string) => Promise<readonly VehicleImage[]>;

export type ImageRoute = {
  /** @param framesOf spins of the requested site */
  answer(req: ImageClientRequest, res: ServerResponse, framesOf: FramesOf): Promise<void>;
  /** Resolves once no picture is being encoded; cancelled background work is redone on the next request. */
  stop(): Promise<void>;
};

const ENCODE_CONCURRENCY = 2;
const MAX_WAITING_ENCODES = 500;
/** Two result pages of new pictures in two widths each; behind an untrusted proxy, shared by all shoppers. */
const MAX_WAITING_ENCODES_PER_CLIENT = 100;
const RETRY_AFTER_SECONDS = 2;
/** Addresses of pictures that were published; more than shoppers look at in an hour. */
const MAX_PUBLISHED = 20_000;
/** For temporary responses. */
const FOR_A_MINUTE = 'public, max-age=60';
const TYPES: Readonly<Record<ImageFormat, string>> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
};

/**
 * Serves GET and HEAD below `/images/`: 400 for malformed addresses, 404 for unknown ids, 503 while the queue is full.
 * Ids are restricted to a safe alphabet, so no address can leave `originalsFolder`. Encoding AVIF takes seconds; until
 * it is done, WebP is sent.
 */
export function createImageRoute(options: ImageRouteOptions): ImageRoute {
  const { originalsFolder, log, encode = encodeImage, versionOf } = options;
  const report = (error: unknown) =>
    log.error({ err: error instanceof Error ? error.message : String(error) }, 'picture failed');
  const cache = createRenditionCache({
    folder: options.cacheFolder,
    maxBytes: options.maxCacheBytes,
    queue: createEncodeQueue(ENCODE_CONCURRENCY, MAX_WAITING_ENCODES, MAX_WAITING_ENCODES_PER_CLIENT),
    encode,
    onLateError: report,
  });

  const published = new LRUCache<string, true>({ max: MAX_PUBLISHED });

  /** The response does not wait for it. */
  function publish(path: string, body: Buffer): void {
    if (!options.publish || published.has(path)) return;
    published.set(path, true);
    options.publish(path, body).catch((error: unknown) => {
      published.delete(path);
      report(error);
    });
  }

  async function findOriginal(id: string): Promise<Original | undefined> {
    const file = join(originalsFolder, originalFile(id));
    const found = await stat(file).catch(() => undefined);
    return found?.isFile() ? { file, size: found.size, mtimeMs: found.mtimeMs } : undefined;
  }

  /** Outdated versions get the current content, but caches must not store it under that name. */
  async function freshness({ id, version }: ImageRequest): Promise<string> {
    const current = await versionOf?.(id);
    return current === undefined || current === version ? IMMUTABLE : FOR_A_MINUTE;
  }

  /** VDP-04: sends the coarse frames of a spin as one sprite. */
  async function answerSheet(
    req: ImageClientRequest,
    res: ServerResponse,
    key: string,
    frames: readonly VehicleImage[],
  ): Promise<void> {
    const originals = await Promise.all(frames.map(({ id }) => findOriginal(id)));
    const found = originals.filter((original) => original !== undefined);
    if (found.length === 0 || found.length < frames.length) return plain(res, 404, 'No such spin.');
    const name = `spin-${sheetKey(frames)}.${stateOf(found)}.webp`;
    const etag = `"${name}"`;
    res.setHeader('ETag', etag);
    res.setHeader('Cache-Control', key === sheetKey(frames) ? IMMUTABLE : FOR_A_MINUTE);
    if (matchesEtag(req.headers['if-none-match'], etag)) return void res.writeHead(304).end();
    const write = (file: string) =>
      writeSheet(
        found.map((original) => original.file),
        file,
      );
    const who = routedNetworkOf(req.clientAddress ?? '');
    send(req, res, 'webp', await cache.readOrWrite(name, write, who, signalOf(res)));
  }

  async function answer(req: ImageClientRequest, res: ServerResponse, framesOf: FramesOf): Promise<void> {
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      res.setHeader('Allow', 'GET, HEAD');
      return plain(res, 405, 'Use GET.');
    }
    const signal = signalOf(res);
    const path = (req.url ?? '').split('?', 1)[0] ?? '';
    const sheet = parseSheetPath(path);
    if (sheet) return answerSheet(req, res, sheet.key, await framesOf(sheet.vehicleId));
    const request = parseImagePath(path);
    if (!request) return plain(res, 400, 'No picture has this address.');
    const who = routedNetworkOf(req.clientAddress ?? '');
    const original = await findOriginal(request.id);
    if (!original) return plain(res, 404, 'No picture has this id.');

    const found = request.format === 'avif' ? await cache.read(renditionName(request, original)) : undefined;
    const isStandIn = request.format === 'avif' && !found;
    const rendition: ImageRequest = isStandIn ? { ...request, format: 'webp' } : request;
    const etag = `"${renditionName(rendition, original)}"`;
    res.setHeader('ETag', etag);
    const cacheControl = isStandIn ? FOR_A_MINUTE : await freshness(request);
    res.setHeader('Cache-Control', cacheControl);
    const isUnchanged = matchesEtag(req.headers['if-none-match'], etag);
    const body = isUnchanged
      ? undefined
      : (found ?? (await cache.readOrCreate(original, rendition, who, signal)));
    if (isStandIn) cache.createWhenIdle(original, request, who);
    if (body && cacheControl === IMMUTABLE) publish(path, body);
    if (!body) {
      res.statusCode = 304;
      return void res.end();
    }
    send(req, res, rendition.format, body);
  }

  return {
    async answer(req, res, framesOf) {
      try {
        await answer(req, res, framesOf);
      } catch (error) {
        if (res.headersSent || res.destroyed) return void res.destroy();
        res.removeHeader('ETag');
        res.removeHeader('Content-Length');
        if (error instanceof QueueFullError) {
          res.setHeader('Retry-After', RETRY_AFTER_SECONDS);
          return plain(res, 503, 'Too many picture requests. Please try again.');
        }
        report(error);
        plain(res, 500, 'This picture could not be made.');
      }
    },
    stop: cache.stop,
  };
}

function send(req: IncomingMessage, res: ServerResponse, format: ImageFormat, body: Buffer): void {
  res.statusCode = 200;
  res.setHeader('Content-Type', TYPES[format]);
  res.setHeader('Content-Length', body.length);
  res.end(req.method === 'HEAD' ? undefined : body);
}

function plain(res: ServerResponse, status: number, text: string): void {
  res.statusCode = status;
  res.setHeader('Content-Type', 'text/plain; charset=utf-8');
  res.setHeader('Cache-Control', 'no-store');
  res.end(text);
}
