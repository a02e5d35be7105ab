import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { type Breaker, createBreaker } from '#src/platform/external-services/service-client.ts';
import { IMMUTABLE } from '#src/platform/http/response-headers.ts';
import { createFairQueue } from '#src/platform/queue/fair-queue.ts';
import { type FilePlaces, type ObjectStorage, StorageError } from '#src/platform/storage/object-storage.ts';
import { MINUTE_MS } from '#src/platform/time/duration.ts';
import { type CacheLimit, createCacheLimit, imageFolders, originalFile } from './image-store.ts';
import { IMAGES_PATH, type ImageOriginal } from './image-url.ts';

/** In a bucket; those who may read it may see this picture in full size. */
export const originalKey = (id: string): string => `${IMAGES_PATH.slice(1)}originals/${originalFile(id)}`;

export class MissingPictureError extends Error {
  override name = 'MissingPictureError' as const;
}

export type Original = {
  /** Distinguishes its contents; the same on all machines that share a bucket. */
  state: string;
  /** The present one, where that is known. */
  version?: number;
  /** Version whose renditions are shared; any number of others could be asked for. */
  sharedVersion?: number;
  /**
   * Path of its content on this machine, which may first come from the bucket.
   * @throws MissingPictureError, or StorageError while the bucket cannot be reached
   */
  file(): Promise<string>;
};

/** Pictures of the installation: the folders below DATA_DIR, or a bucket with a cache in one of them. */
export type PictureFiles = {
  cacheFolder: string;
  limit: CacheLimit;
  /**
   * Undefined if there is none. With a bucket, `file` may find that out.
   * @throws StorageError
   */
  find(picture: ImageOriginal): Promise<Original | undefined>;
  /**
   * Whether a rendition that any machine has made is now in `file`; always false without a bucket.
   * @throws StorageError
   */
  fetchRendition(key: string, file: string): Promise<boolean>;
  /** Shares a rendition with the other machines, in the background. */
  offerRendition(key: string, file: string, contentType: string): void;
  /** Resolves once nothing is being shared. */
  settled(): Promise<void>;
  stop(): Promise<void>;
};

type PictureFilesOptions = FilePlaces & {
  maxCacheBytes: number;
  /** Of pictures that feeds have brought; undefined for others, whose version is in the feed alone. */
  versionOf: (id: string) => Promise<number | undefined>;
  log: Pick<Logger, 'warn'>;
};

function ownPictures({ dataDir, maxCacheBytes }: PictureFilesOptions): PictureFiles {
  const { originalsFolder, cacheFolder } = imageFolders(dataDir);
  const limit = createCacheLimit(cacheFolder, maxCacheBytes);
  return {
    cacheFolder,
    limit,
    async find({ id }) {
      const file = join(originalsFolder, originalFile(id));
      const found = await stat(file).catch(() => undefined);
      if (!found?.isFile()) return undefined;
      return { state: `${found.size}:${found.mtimeMs}`, file: async () => file };
    },
    fetchRendition: async () => false,
    offerRendition() {},
    settled: limit.settled,
    stop: limit.settled,
  };
}

/** A page shows a placeholder after this, and the cache has the picture once it has arrived. */
const READ_TIMEOUT_MS = 2000;
const READ_CONCURRENCY = 32;
const MAX_WAITING_READS = 1000;
const OFFER_CONCURRENCY = 4;
/** What is not shared is made again by the next machine. */
const MAX_WAITING_OFFERS = 500;
const FAILURES_TO_OPEN = 2;
const EVERYONE = 'everyone';
const MAX_TAGS = 10_000;
const FIRST_VERSION = 1;
/** Need not exist. */
const PROBE_KEY = 'probe';

async function inTime<T>(work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new StorageError(`No response in ${READ_TIMEOUT_MS} ms.`)),
    READ_TIMEOUT_MS,
  );
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function breakerOf(storage: ObjectStorage, log: Pick<Logger, 'warn'>): Breaker {
  return createBreaker({
    probe: () => inTime(storage.head(PROBE_KEY)),
    isFailure: () => true,
    failuresToOpen: FAILURES_TO_OPEN,
    onChange: (isOpen, error) =>
      log.warn(
        isOpen
          ? { storage: storage.name, reason: error instanceof Error ? error.message : String(error) }
          : { storage: storage.name },
        isOpen ? 'pictures cannot be read from the bucket' : 'pictures are read from the bucket again',
      ),
  });
}

function sharedPictures(
  { dataDir, maxCacheBytes, versionOf, log }: PictureFilesOptions,
  storage: ObjectStorage,
): PictureFiles {
  const { cacheFolder } = imageFolders(dataDir);
  const limit = createCacheLimit(cacheFolder, maxCacheBytes);
  const breaker = breakerOf(storage, log);
  const reads = createFairQueue({ concurrency: READ_CONCURRENCY, maxWaiting: MAX_WAITING_READS });
  const offers = createFairQueue({ concurrency: OFFER_CONCURRENCY, maxWaiting: MAX_WAITING_OFFERS });
  const tags = new LRUCache<string, string>({
    ...{ max: MAX_TAGS, ttl: MINUTE_MS, noDeleteOnStaleGet: true },
  });
  const unavailable = () => new StorageError(`${storage.name} cannot be read at the moment.`);
  const arriving = new Map<string, Promise<boolean>>();
  const offering = new Set<Promise<void>>();

  async function download(key: string, file: string): Promise<boolean> {
    const leave = await reads.acquire(EVERYONE);
    try {
      await mkdir(cacheFolder, { recursive: true });
      const isThere = await storage.getFile(key, file);
      if (isThere) limit.added((await stat(file)).size);
      return isThere;
    } finally {
      leave();
    }
  }

  /** Once for all that wait for it. @returns false if the bucket has none */
  function fetch(key: string, file: string): Promise<boolean> {
    const work = () => {
      const known = arriving.get(file) ?? download(key, file).finally(() => arriving.delete(file));
      arriving.set(file, known);
      return inTime(known);
    };
    return breaker.call(work, () => {
      throw unavailable();
    });
  }

  /** Of the content of an original that no feed has brought; empty if there is none. */
  async function tagOf(id: string): Promise<string> {
    const known = tags.get(id);
    if (known !== undefined) return known;
    const ask = async () => {
      const found = await inTime(storage.head(originalKey(id)));
      return found && found.bytes > 0 ? found.etag.replace(/[^\w-]/g, '') : '';
    };
    const stale = async () => {
      const before = tags.get(id, { allowStale: true });
      if (before === undefined) throw unavailable();
      return before;
    };
    const tag = await breaker.call(ask, stale);
    tags.set(id, tag);
    return tag;
  }

  function original(id: string, state: string): Original {
    const file = join(cacheFolder, `${id}.original-${state}.jpg`);
    return {
      state,
      async file() {
        if ((await stat(file).catch(() => undefined)) || (await fetch(originalKey(id), file))) return file;
        throw new MissingPictureError();
      },
    };
  }

  async function offer(key: string, file: string, contentType: string): Promise<void> {
    if (breaker.isOpen()) return;
    const leave = await offers.acquire(EVERYONE);
    try {
      await storage.putFile(key, file, { contentType, cacheControl: IMMUTABLE });
    } finally {
      leave();
    }
  }

  async function settled(): Promise<void> {
    await Promise.all(offering);
    await limit.settled();
  }

  return {
    cacheFolder,
    limit,
    async find({ id, version: requested }) {
      // While the database is unavailable, the page that names a version is believed.
      const version = await versionOf(id).catch(() => requested ?? undefined);
      if (version !== undefined) return { ...original(id, `v${version}`), version, sharedVersion: version };
      const tag = await tagOf(id);
      // As put there by hand: it may have been replaced.
      return tag !== '' ? { ...original(id, `t${tag}`), sharedVersion: FIRST_VERSION } : undefined;
    },
    fetchRendition: fetch,
    offerRendition(key, file, contentType) {
      const done = offer(key, file, contentType)
        .catch((error: unknown) => {
          const reason = error instanceof Error ? error.message : String(error);
          log.warn({ key, reason }, 'a picture was not shared: another machine makes it again');
        })
        .finally(() => offering.delete(done));
      offering.add(done);
    },
    settled,
    async stop() {
      breaker.stop();
      await settled();
    },
  };
}

export const openPictureFiles = (options: PictureFilesOptions): PictureFiles =>
  options.storage ? sharedPictures(options, options.storage) : ownPictures(options);
