import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { open, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { UNFINISHED } from '#src/platform/storage/replace-file.ts';
import { HOUR_MS } from '#src/platform/time/duration.ts';
import type { EncodeQueue, encodeImage } from './encode-image.ts';
import type { ImageRequest } from './image-url.ts';

/** Picture folders below DATA_DIR: originals and renditions. */
export const imageFolders = (dataDir: string) => ({
  originalsFolder: join(dataDir, 'images', 'originals'),
  cacheFolder: join(dataDir, 'images', 'cache'),
});

/** Always `.jpg`, whatever the content, so that a file is found by its id without listing the folder. */
export const originalFile = (id: string): string => `${id}.jpg`;

/** Fraction of the limit kept by a trim, so that not every new picture trims again. */
const TRIM_TO_FRACTION = 0.8;
/** Fraction of the limit each process may add between checks of the folder. */
const CHECK_FRACTION = 0.05;
/** Concurrency limit: checking all files at once would delay requests for pictures. */
const STAT_CONCURRENCY = 64;

type CachedFile = { path: string; bytes: number; usedAt: number };

async function filesOf(folder: string): Promise<CachedFile[]> {
  const names = await readdir(folder).catch(() => []);
  const files: CachedFile[] = [];
  for (let from = 0; from < names.length; from += STAT_CONCURRENCY) {
    const some = names.slice(from, from + STAT_CONCURRENCY).map(async (name) => {
      const path = join(folder, name);
      const found = await stat(path).catch(() => undefined);
      return found?.isFile() ? [{ path, bytes: found.size, usedAt: found.mtimeMs }] : [];
    });
    files.push(...(await Promise.all(some)).flat());
  }
  return files;
}

/**
 * Deletes the least recently used files (by modification time, which is updated on use) of a folder above `maxBytes`,
 * and unfinished files of dead processes. Returns the remaining bytes; concurrently deleted files are no error.
 */
export async function trimCache(folder: string, maxBytes: number, now = Date.now()): Promise<number> {
  const files = await filesOf(folder);
  let total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const isAbandoned = ({ path, usedAt }: CachedFile) => path.endsWith(UNFINISHED) && usedAt < now - HOUR_MS;
  const abandoned = files.filter(isAbandoned);
  const oldest = files.filter((file) => !isAbandoned(file)).sort((a, b) => a.usedAt - b.usedAt);
  const isOverfull = total > maxBytes;
  for (const file of [...abandoned, ...(isOverfull ? oldest : [])]) {
    if (!isAbandoned(file) && total <= maxBytes * TRIM_TO_FRACTION) break;
    await rm(file.path, { force: true });
    total -= file.bytes;
  }
  return total;
}

/**
 * Keeps a folder near `maxBytes`. Checks it when the first file is added, and after each twentieth of the limit;
 * processes that share a folder need no coordination.
 */
export function createCacheLimit(folder: string, maxBytes: number) {
  let addedSinceTrim = Number.POSITIVE_INFINITY;
  let trimming: Promise<unknown> | undefined;
  return {
    /** Does not wait for the check it may start. */
    added(bytes: number): void {
      addedSinceTrim += bytes;
      if (trimming || addedSinceTrim < maxBytes * CHECK_FRACTION) return;
      addedSinceTrim = 0;
      trimming = trimCache(folder, maxBytes)
        .catch(() => undefined)
        .finally(() => {
          trimming = undefined;
        });
    },
    /** Resolves once no check is running. */
    settled: async (): Promise<void> => void (await trimming),
  };
}

const STATE_LENGTH = 12;

/** Id of the original of a rendition; ids contain no dots. */
export const originalOf = (name: string): string => name.split('.', 1)[0] ?? '';

/** Fingerprint that changes with the content of any of the files. */
export const stateOf = (files: readonly Pick<Stats, 'size' | 'mtimeMs'>[]): string =>
  createHash('sha256')
    .update(files.map(({ size, mtimeMs }) => `${size}:${mtimeMs}`).join())
    .digest('hex')
    .slice(0, STATE_LENGTH);

/**
 * File name of a rendition of the current original. The version in the address is excluded, so that requests for other
 * versions cannot cause work or fill the disk.
 */
export function renditionName(
  { id, width, quality, crop, format }: ImageRequest,
  original: Pick<Stats, 'size' | 'mtimeMs'>,
): string {
  return `${id}.${stateOf([original])}.w${width}-q${quality}${crop ? `-${crop}` : ''}.${format}`;
}

export type Original = { file: string; size: number; mtimeMs: number };

/** Usage is recorded in the modification time, but not on every response. */
const RENEW_USE_AFTER_MS = HOUR_MS;

/** Renditions on disk, created on first use. */
export function createRenditionCache(options: {
  folder: string;
  maxBytes: number;
  queue: EncodeQueue;
  encode: typeof encodeImage;
  onLateError: (error: unknown) => void;
}) {
  const { folder, queue, encode } = options;
  const limit = createCacheLimit(folder, options.maxBytes);

  async function create(file: string, write: (file: string) => Promise<void>): Promise<void> {
    const existing = await stat(file).catch(() => undefined);
    if (existing) return;
    await write(file);
    limit.added((await stat(file)).size);
  }

  const createRendition = (original: Original, request: ImageRequest) =>
    create(join(folder, renditionName(request, original)), (file) => encode(original.file, file, request));

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

  /**
   * @param write creates the file atomically
   * @param who the client's network
   * @param signal aborted when the client has disconnected
   * @throws QueueFullError, the signal's reason, and what `write` throws
   */
  async function readOrWrite(
    name: string,
    write: (file: string) => Promise<void>,
    who: string,
    signal: AbortSignal,
  ): Promise<Buffer> {
    const existing = await read(name);
    if (existing) return existing;
    await queue.once(name, () => create(join(folder, name), write), who, signal);
    const created = await read(name);
    if (!created) throw new Error(`${name} was made and is gone.`);
    return created;
  }

  return {
    read,
    readOrWrite,
    readOrCreate: (original: Original, request: ImageRequest, who: string, signal: AbortSignal) =>
      readOrWrite(
        renditionName(request, original),
        (file) => encode(original.file, file, request),
        who,
        signal,
      ),
    /** Runs while no client waits; dropped if the queue is full. */
    createWhenIdle(original: Original, request: ImageRequest, who: string): void {
      const name = renditionName(request, original);
      queue.runWhenIdle(
        name,
        () => createRendition(original, request).catch((error: unknown) => options.onLateError(error)),
        who,
      );
    },
    async stop(): Promise<void> {
      await queue.stop();
      await limit.settled();
    },
  };
}
