import { createHash } from 'node:crypto';
import { open, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { HOUR_MS } from '#src/platform/time/duration.ts';
import type { EncodeQueue, encodeImage } from './encode-image.ts';
import { type ImageFormat, type ImageRequest, ownImageUrl } from './image-url.ts';
import type { Original, PictureFiles } from './picture-files.ts';

const STATE_LENGTH = 12;

/** Fingerprint that changes with the content of any of them. */
export const stateOf = (originals: readonly Pick<Original, 'state'>[]): string =>
  createHash('sha256')
    .update(originals.map(({ state }) => state).join())
    .digest('hex')
    .slice(0, STATE_LENGTH);

/**
 * File name of a rendition of the current original. The version in the address is excluded, so that requests for other
 * versions cannot cause work or fill the disk.
 */
export function renditionName(
  { id, width, quality, crop, format }: ImageRequest,
  original: Pick<Original, 'state'>,
): string {
  return `${id}.${stateOf([original])}.w${width}-q${quality}${crop ? `-${crop}` : ''}.${format}`;
}

/** Key in the bucket; undefined without one, and for versions that are not shared. */
export const sharedKey = ({ id, version, width, quality, crop, format }: ImageRequest, original: Original) =>
  original.sharedVersion === version
    ? ownImageUrl({ id, version }, { width, quality, format, ...(crop && { crop }) }).slice(1)
    : undefined;

export const PICTURE_TYPES: Readonly<Record<ImageFormat, string>> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
};

/** Usage is recorded in the modification time, but not on every response. */
const RENEW_USE_AFTER_MS = HOUR_MS;

type Rendition = {
  /** In the cache. */
  name: string;
  format: ImageFormat;
  /** Key under which other machines find it. */
  key: string | undefined;
  /** Creates the file atomically. */
  write: (file: string) => Promise<void>;
};

/** Renditions on disk, created on first use, or fetched if another machine has made them. */
export function createRenditionCache(options: {
  pictures: PictureFiles;
  queue: EncodeQueue;
  encode: typeof encodeImage;
  onLateError: (error: unknown) => void;
}) {
  const { pictures, queue, encode } = options;
  const { cacheFolder: folder, limit } = pictures;

  async function create({ name, key, format, write }: Rendition): Promise<void> {
    const file = join(folder, name);
    const existing = await stat(file).catch(() => undefined);
    if (existing) return;
    await write(file);
    limit.added((await stat(file)).size);
    if (key !== undefined) pictures.offerRendition(key, file, PICTURE_TYPES[format]);
  }

  const renditionOf = (original: Original, request: ImageRequest): Rendition => ({
    name: renditionName(request, original),
    format: request.format,
    key: sharedKey(request, original),
    write: async (file) => encode(await original.file(), file, request),
  });

  /** Undefined if it does not exist. */
  async function read(name: string): Promise<Buffer | undefined> {
    const file = join(folder, name);
    const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (!handle) return undefined;
    try {
      const { size, mtimeMs } = await handle.stat();
      const body = Buffer.allocUnsafe(size);
      await handle.read(body, 0, size, 0);
      const now = Date.now();
      if (now - mtimeMs > RENEW_USE_AFTER_MS)
        await utimes(file, now / 1000, now / 1000).catch(() => undefined);
      return body;
    } finally {
      await handle.close();
    }
  }

  /** Undefined if no machine has made it. @throws StorageError */
  async function find({ name, key }: Omit<Rendition, 'write'>): Promise<Buffer | undefined> {
    const existing = await read(name);
    if (existing || key === undefined) return existing;
    return (await pictures.fetchRendition(key, join(folder, name))) ? read(name) : undefined;
  }

  /**
   * @param who the client's network
   * @param signal aborted when the client has disconnected
   * @throws QueueFullError, StorageError, the signal's reason, and what `write` throws
   */
  async function readOrWrite(rendition: Rendition, who: string, signal: AbortSignal): Promise<Buffer> {
    const { name } = rendition;
    const existing = await find(rendition);
    if (existing) return existing;
    await queue.once(name, () => create(rendition), who, signal);
    const created = await read(name);
    if (!created) throw new Error(`${name} was made and is gone.`);
    return created;
  }

  return {
    find: (original: Original, request: ImageRequest) => find(renditionOf(original, request)),
    readOrWrite,
    readOrCreate: (original: Original, request: ImageRequest, who: string, signal: AbortSignal) =>
      readOrWrite(renditionOf(original, request), who, signal),
    /** Runs while no client waits; dropped if the queue is full. */
    createWhenIdle(original: Original, request: ImageRequest, who: string): void {
      const rendition = renditionOf(original, request);
      queue.runWhenIdle(
        rendition.name,
        () => create(rendition).catch((error: unknown) => options.onLateError(error)),
        who,
      );
    },
    async stop(): Promise<void> {
      await queue.stop();
      await pictures.settled();
    },
  };
}
