import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { open, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { HOUR_MS } from '#src/domain/duration.ts';
import type { ImageRequest } from '#src/domain/image/image-url.ts';
import type { encodeImage } from './encode-image.ts';
import type { EncodeQueue } from './encode-queue.ts';
import { createCacheLimit } from './trim-cache.ts';

const STATE_LENGTH = 12;

/** Id of the original a rendition was made of; an id holds no dot. */
export const originalOf = (name: string): string => name.split('.', 1)[0] ?? '';

/** Changes with the content of any of the files. */
export const stateOf = (files: readonly Pick<Stats, 'size' | 'mtimeMs'>[]): string =>
  createHash('sha256')
    .update(files.map(({ size, mtimeMs }) => `${size}:${mtimeMs}`).join())
    .digest('hex')
    .slice(0, STATE_LENGTH);

/**
 * File name of a rendition of the current original. The version in the address is not part of it, so that requests
 * with other versions cannot cause work or fill the disk.
 */
export function renditionName(
  { id, width, quality, crop, format }: ImageRequest,
  original: Pick<Stats, 'size' | 'mtimeMs'>,
): string {
  return `${id}.${stateOf([original])}.w${width}-q${quality}${crop ? `-${crop}` : ''}.${format}`;
}

export type Original = { file: string; size: number; mtimeMs: number };

/** A use is recorded in the file's time, but not every one: that would be a write per response. */
const RENEW_USE_AFTER_MS = HOUR_MS;

/** Renditions on disk: read if present, made once if not. */
export function createRenditionCache(options: {
  folder: string;
  maxBytes: number;
  queue: EncodeQueue;
  encode: typeof encodeImage;
  onLateError: (error: unknown) => void;
}) {
  const { folder, queue, encode } = options;
  const limit = createCacheLimit(folder, options.maxBytes);

  async function make(file: string, write: (file: string) => Promise<void>): Promise<void> {
    const known = await stat(file).catch(() => undefined);
    if (known) return;
    await write(file);
    limit.added((await stat(file)).size);
  }

  const makeOf = (original: Original, request: ImageRequest) =>
    make(join(folder, renditionName(request, original)), (file) => encode(original.file, file, request));

  /** Undefined if it has not been made. */
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

  /**
   * @param write makes the file atomically
   * @param who the requesting client network
   * @param signal aborted when the client has left
   * @throws TurnsFullError, the signal's reason, and what `write` throws
   */
  async function readOrWrite(
    name: string,
    write: (file: string) => Promise<void>,
    who: string,
    signal: AbortSignal,
  ): Promise<Buffer> {
    const known = await read(name);
    if (known) return known;
    await queue.once(name, () => make(join(folder, name), write), who, signal);
    const made = await read(name);
    if (!made) throw new Error(`${name} was made and is gone.`);
    return made;
  }

  return {
    read,
    readOrWrite,
    readOrMake: (original: Original, request: ImageRequest, who: string, signal: AbortSignal) =>
      readOrWrite(
        renditionName(request, original),
        (file) => encode(original.file, file, request),
        who,
        signal,
      ),
    /** In the background, when no client waits; dropped if the queue is full. */
    makeLater(original: Original, request: ImageRequest, who: string): void {
      const name = renditionName(request, original);
      queue.later(
        name,
        () => makeOf(original, request).catch((error: unknown) => options.onLateError(error)),
        who,
      );
    },
    async stop(): Promise<void> {
      await queue.stop();
      await limit.settled();
    },
  };
}
