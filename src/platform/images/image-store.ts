import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { open, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { UNFINISHED } from '#src/platform/storage/replace-file.ts';
import { HOUR_MS } from '#src/platform/time/duration.ts';
import type { EncodeQueue, encodeImage } from './encode-image.ts';
import type { ImageRequest } from './image-url.ts';

/** Picture folders under DATA_DIR: originals and renditions. */
export const imageFolders = (dataDir: string) => ({
  originalsFolder: join(dataDir, 'images', 'originals'),
  cacheFolder: join(dataDir, 'images', 'cache'),
});

/** Always `.jpg`, whatever the content: an id is then one file name, found without listing the folder. */
export const originalFile = (id: string): string => `${id}.jpg`;

/** The share of its limit after a trim, so that not every new picture trims again. */
const LEFT_AFTER_TRIM = 0.8;
/** The share of the limit each process may add between two checks of the folder. */
const LOOK_AFTER_SHARE = 0.05;
/** Files checked at a time: all at once would delay readers of pictures. */
const STATS_AT_ONCE = 64;

type CachedFile = { path: string; bytes: number; usedAt: number };

async function filesOf(folder: string): Promise<CachedFile[]> {
  const names = await readdir(folder).catch(() => []);
  const files: CachedFile[] = [];
  for (let from = 0; from < names.length; from += STATS_AT_ONCE) {
    const some = names.slice(from, from + STATS_AT_ONCE).map(async (name) => {
      const path = join(folder, name);
      const found = await stat(path).catch(() => undefined);
      return found?.isFile() ? [{ path, bytes: found.size, usedAt: found.mtimeMs }] : [];
    });
    files.push(...(await Promise.all(some)).flat());
  }
  return files;
}

/**
 * Deletes the least recently used files (by modification time, which uses renew) of a folder above `maxBytes`, and
 * unfinished files of dead processes. Returns the bytes left; files deleted in the meantime are no error.
 */
export async function trimCache(folder: string, maxBytes: number, now = Date.now()): Promise<number> {
  const files = await filesOf(folder);
  let total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const isAbandoned = ({ path, usedAt }: CachedFile) => path.endsWith(UNFINISHED) && usedAt < now - HOUR_MS;
  const abandoned = files.filter(isAbandoned);
  const oldest = files.filter((file) => !isAbandoned(file)).sort((a, b) => a.usedAt - b.usedAt);
  const isOverfull = total > maxBytes;
  for (const file of [...abandoned, ...(isOverfull ? oldest : [])]) {
    if (!isAbandoned(file) && total <= maxBytes * LEFT_AFTER_TRIM) break;
    await rm(file.path, { force: true });
    total -= file.bytes;
  }
  return total;
}

/**
 * Keeps a folder near `maxBytes`. The folder is checked when the first file is added, for files of
 * earlier processes, and then after each twentieth of the limit; processes that share a folder need no coordination.
 */
export function createCacheLimit(folder: string, maxBytes: number) {
  let addedSinceLook = Number.POSITIVE_INFINITY;
  let look: Promise<unknown> | undefined;
  return {
    /** Does not wait for the check it may start. */
    added(bytes: number): void {
      addedSinceLook += bytes;
      if (look || addedSinceLook < maxBytes * LOOK_AFTER_SHARE) return;
      addedSinceLook = 0;
      look = trimCache(folder, maxBytes)
        .catch(() => undefined)
        .finally(() => {
          look = undefined;
        });
    },
    /** Resolves once no check is running. */
    settled: async (): Promise<void> => void (await look),
  };
}

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
