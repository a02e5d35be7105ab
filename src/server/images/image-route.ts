import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { sheetKey, writeSheet } from '#src/features/vehicle/server/spin-sheet.ts';
import type { VehicleImage } from '#src/features/vehicle/vehicle.ts';
import { routedNetworkOf } from '#src/platform/http/client-address.ts';
import { IMMUTABLE, matchesEtag } from '#src/platform/http/response-headers.ts';
import { createEncodeQueue, encodeImage } from '#src/platform/images/encode-image.ts';
import {
  type ImageFormat,
  type ImageRequest,
  parseImagePath,
  parseSheetPath,
  sheetPath,
} from '#src/platform/images/image-url.ts';
import { MissingPictureError, type Original, type PictureFiles } from '#src/platform/images/picture-files.ts';
import {
  createRenditionCache,
  PICTURE_TYPES,
  renditionName,
  stateOf,
} from '#src/platform/images/rendition-cache.ts';
import { QueueFullError } from '#src/platform/queue/fair-queue.ts';
import { StorageError } from '#src/platform/storage/object-storage.ts';
import { signalOf } from '#src/server/routes/render-queues.ts';

type ImageRouteOptions = {
  pictures: PictureFiles;
  log: Pick<Logger, 'error'>;
  /** The picture's current version; undefined if there is none. */
  versionOf?: (id: string) => Promise<number | undefined>;
  encode?: typeof encodeImage;
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
/** For temporary responses. */
const FOR_A_MINUTE = 'public, max-age=60';
/** A grey rectangle, of the shape of most photos. */
const PLACEHOLDER =
  '<svg xmlns="http://www.w3.org/2000/svg" width="960" height="640"><path fill="#d4d6d9" d="M0 0h960v640H0z"/></svg>';

/**
 * Serves GET and HEAD below `/images/`: 400 for malformed addresses, 404 for unknown ids, 503 while the queue is full
 * or a picture would have to come from a bucket that cannot be reached. Ids are restricted to a safe alphabet, so no
 * address can leave the folder of originals. Encoding AVIF takes seconds; until it is done, WebP is sent.
 */
export function createImageRoute(options: ImageRouteOptions): ImageRoute {
  const { pictures, log, encode = encodeImage, versionOf } = options;
  const report = (error: unknown) =>
    log.error({ err: error instanceof Error ? error.message : String(error) }, 'picture failed');
  const cache = createRenditionCache({
    pictures,
    queue: createEncodeQueue(ENCODE_CONCURRENCY, MAX_WAITING_ENCODES, MAX_WAITING_ENCODES_PER_CLIENT),
    encode,
    onLateError: report,
  });

  /** Outdated versions get the current content, but caches must not store it under that name. */
  async function freshness({ id, version }: ImageRequest, original: Original): Promise<string> {
    const current = original.version ?? (await versionOf?.(id));
    return current === undefined || current === version ? IMMUTABLE : FOR_A_MINUTE;
  }

  /** VDP-04: sends the coarse frames of a spin as one sprite. */
  async function answerSheet(
    req: ImageClientRequest,
    res: ServerResponse,
    { vehicleId, key }: { vehicleId: string; key: string },
    frames: readonly VehicleImage[],
  ): Promise<void> {
    const originals = await Promise.all(frames.map((frame) => pictures.find(frame)));
    const found = originals.filter((original) => original !== undefined);
    if (found.length === 0 || found.length < frames.length) return plain(res, 404, 'No such spin.');
    const current = sheetKey(frames);
    const name = `spin-${current}.${stateOf(found)}.webp`;
    const etag = `"${name}"`;
    res.setHeader('ETag', etag);
    res.setHeader('Cache-Control', key === current ? IMMUTABLE : FOR_A_MINUTE);
    if (matchesEtag(req.headers['if-none-match'], etag)) return void res.writeHead(304).end();
    const write = async (file: string) =>
      writeSheet(await Promise.all(found.map((original) => original.file())), file);
    const who = routedNetworkOf(req.clientAddress ?? '');
    const sheet = { name, format: 'webp', key: sheetPath(vehicleId, current).slice(1), write } as const;
    send(req, res, 'webp', await cache.readOrWrite(sheet, who, signalOf(res)));
  }

  /** The WebP may be on this machine while the bucket cannot be reached. */
  const findAvif = (original: Original, request: ImageRequest) =>
    cache.find(original, request).catch((error: unknown) => {
      if (error instanceof StorageError) return undefined;
      throw error;
    });

  async function answer(req: ImageClientRequest, res: ServerResponse, framesOf: FramesOf): Promise<void> {
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      res.setHeader('Allow', 'GET, HEAD');
      return plain(res, 405, 'Use GET.');
    }
    const signal = signalOf(res);
    const path = (req.url ?? '').split('?', 1)[0] ?? '';
    const sheet = parseSheetPath(path);
    if (sheet) return answerSheet(req, res, sheet, await framesOf(sheet.vehicleId));
    const request = parseImagePath(path);
    if (!request) return plain(res, 400, 'No picture has this address.');
    const who = routedNetworkOf(req.clientAddress ?? '');
    const original = await pictures.find(request);
    if (!original) return plain(res, 404, 'No picture has this id.');

    const found = request.format === 'avif' ? await findAvif(original, request) : undefined;
    const isStandIn = request.format === 'avif' && !found;
    const rendition: ImageRequest = isStandIn ? { ...request, format: 'webp' } : request;
    const etag = `"${renditionName(rendition, original)}"`;
    res.setHeader('ETag', etag);
    res.setHeader('Cache-Control', isStandIn ? FOR_A_MINUTE : await freshness(request, original));
    const isUnchanged = matchesEtag(req.headers['if-none-match'], etag);
    const body = isUnchanged
      ? undefined
      : (found ?? (await cache.readOrCreate(original, rendition, who, signal)));
    if (isStandIn) cache.createWhenIdle(original, request, who);
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
        if (error instanceof MissingPictureError) return plain(res, 404, 'No picture has this id.');
        if (error instanceof StorageError) return sendPlaceholder(req, res);
        report(error);
        plain(res, 500, 'This picture could not be made.');
      }
    },
    stop: cache.stop,
  };
}

function send(req: IncomingMessage, res: ServerResponse, format: ImageFormat, body: Buffer): void {
  res.statusCode = 200;
  res.setHeader('Content-Type', PICTURE_TYPES[format]);
  res.setHeader('Content-Length', body.length);
  res.end(req.method === 'HEAD' ? undefined : body);
}

/** Browsers show the picture of a 503 too, and a CDN may send the real one that it has had. */
function sendPlaceholder(req: IncomingMessage, res: ServerResponse): void {
  res.statusCode = 503;
  res.setHeader('Content-Type', 'image/svg+xml');
  res.setHeader('Cache-Control', 'no-store');
  res.setHeader('Retry-After', RETRY_AFTER_SECONDS);
  res.end(req.method === 'HEAD' ? undefined : PLACEHOLDER);
}

function plain(res: ServerResponse, status: number, text: string): void {
  res.statusCode = status;
  res.setHeader('Content-Type', 'text/plain; charset=utf-8');
  res.setHeader('Cache-Control', 'no-store');
  res.end(text);
}
