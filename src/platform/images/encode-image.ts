import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { DEFAULT_AVIF_EFFORT } from '#src/config/environment.ts';
import { createFairQueue } from '#src/platform/queue/fair-queue.ts';
import { replaceFile } from '#src/platform/storage/replace-file.ts';
import type { ImageQuality, ImageRequest } from './image-url.ts';

/** Twice the resolution of a good phone camera; guards against decompression bombs. */
export const MAX_INPUT_PIXELS = 100_000_000;
/** No camera produces longer sides, and resizing a strip of millions of pixels takes seconds. */
const MAX_SIDE_PX = 16_384;

export const hasLongSide = ({ width, height }: { width: number; height: number }): boolean =>
  Math.max(width, height) > MAX_SIDE_PX;

const text = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to);

/** Detects the format by magic bytes; only these formats are decoded. */
function formatOf(bytes: Buffer): string | undefined {
  if (text(bytes, 0, 3) === '\xff\xd8\xff') return 'jpeg';
  if (text(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP') return 'webp';
  if (/^GIF8[79]a$/.test(text(bytes, 0, 6))) return 'gif';
  if (text(bytes, 4, 8) === 'ftyp' && /^(?:avif|mif1|miaf)$/.test(text(bytes, 8, 12))) return 'heif';
  return undefined;
}

/** Forces a full decode; JPEG decodes at an eighth of its size. */
const PROBE_WIDTH = 16;

/** Checking one large picture may need several hundred megabytes. */
const VALIDATION_CONCURRENCY = 2;
let free = VALIDATION_CONCURRENCY;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (free > 0) free -= 1;
  else await new Promise<void>((go) => waiting.push(go));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  }
}

/** Why a picture is not accepted, or undefined for a still JPEG, PNG, WebP, AVIF or GIF that can be decoded. */
export async function refusePicture(bytes: Buffer): Promise<string | undefined> {
  const format = formatOf(bytes);
  if (!format) return 'not a JPEG, PNG, WebP, AVIF or GIF';
  return inTurn(() => look(bytes, format));
}

async function look(bytes: Buffer, format: string): Promise<string | undefined> {
  try {
    const options = { limitInputPixels: MAX_INPUT_PIXELS };
    const found = await sharp(bytes, options).metadata();
    if (found.format !== format || (format === 'heif' && found.compression !== 'av1')) {
      return 'not a JPEG, PNG, WebP, AVIF or GIF';
    }
    if (format !== 'heif' && (found.pages ?? 1) > 1) return 'a moving picture';
    if (hasLongSide(found)) return 'a side of more than 16,384 pixels';
    if (found.width * found.height > MAX_INPUT_PIXELS) return 'too many pixels';
    await sharp(bytes, options).resize({ width: PROBE_WIDTH }).raw().toBuffer();
    return undefined;
  } catch (error) {
    const isBomb = error instanceof Error && /pixel limit/i.test(error.message);
    return isBomb ? 'too many pixels' : 'a damaged picture';
  }
}

// Each file is encoded once, so sharp's cache is useless; encodes are queued anyway.
sharp.cache(false);
sharp.concurrency(1);

/** AVIF quality equivalent to the WebP quality in the address, with a third fewer bytes. */
const AVIF_QUALITY: Readonly<Record<ImageQuality, number>> = { 75: 50, 100: 85 };

function inFormat(image: Sharp, { format, quality }: ImageRequest, avifEffort: number): Sharp {
  switch (format) {
    case 'avif':
      return image.avif({ quality: AVIF_QUALITY[quality], effort: avifEffort });
    case 'webp':
      return image.webp({ quality });
    case 'jpg':
      return image.jpeg({ quality, mozjpeg: true });
  }
}

/**
 * The original rotated, cropped and downscaled; never enlarged. Reading the output throws if the original is damaged.
 */
export function resized(
  original: string,
  { width, crop }: Pick<ImageRequest, 'crop'> & { width: number },
): Sharp {
  const [across = 0, down = 0] = crop?.split('x').map(Number) ?? [];
  const size = crop ? { width, height: Math.round((width * down) / across) } : { width };
  return sharp(original, { limitInputPixels: MAX_INPUT_PIXELS })
    .autoOrient()
    .resize({ ...size, fit: 'cover', withoutEnlargement: true });
}

/**
 * Writes the requested rendition atomically.
 * @param avifEffort 0 to 9
 */
export async function encodeImage(
  original: string,
  target: string,
  request: ImageRequest,
  avifEffort = DEFAULT_AVIF_EFFORT,
): Promise<void> {
  const bytes = await inFormat(resized(original, request), request, avifEffort).toBuffer();
  await mkdir(dirname(target), { recursive: true });
  await replaceFile(target, bytes);
}

export type EncodeQueue = {
  /**
   * Runs `work`, or joins a running one with the same key.
   * @param who the client's network
   * @param signal aborted when this client has disconnected; work that no other client waits for is not started
   * @throws QueueFullError, the signal's reason, and what `work` throws
   */
  once(key: string, work: () => Promise<void>, who?: string, signal?: AbortSignal): Promise<void>;
  /**
   * Runs `work` while no client waits, one at a time; keys already queued are ignored. The work must handle its own
   * errors. Returns false if the queue is full or stopped; the caller may retry later.
   */
  runWhenIdle(key: string, work: () => Promise<void>, who?: string): boolean;
  /** Drops queued background work, and resolves once nothing is running. */
  stop(): Promise<void>;
};

/** Clients of one network that wait for a run, and its place in the queue. */
type Waiter = { clients: number; place: AbortController };
type Run = {
  key: string;
  waiters: Map<string, Waiter>;
  isStarted: boolean;
  outcome: PromiseWithResolvers<void>;
  work: () => Promise<void>;
};
type Postponed = { who: string; work: () => Promise<void> };

/**
 * @param concurrency maximum concurrency, including background work
 * @param maxWaiting maximum queue length of each kind; more are rejected
 * @param maxWaitingPerClient maximum queue length per client network
 */
export function createEncodeQueue(
  concurrency: number,
  maxWaiting: number,
  maxWaitingPerClient = maxWaiting,
): EncodeQueue {
  const queue = createFairQueue({
    concurrency,
    maxWaiting,
    maxWaitingPerClient,
    onIdle: () => startPostponed(),
  });
  const runs = new Map<string, Run>();
  const postponed = new Map<string, Postponed>();
  let lastPostponedFor = '';
  let postponedRunning: Promise<void> | undefined;
  let isStopped = false;

  function startPostponed(): void {
    if (postponedRunning || postponed.size === 0) return;
    const leave = queue.acquireIdle();
    if (!leave) return;
    const all = [...postponed];
    const next = all.find(([, { who }]) => who !== lastPostponedFor) ?? all[0];
    if (!next) {
      leave();
      return;
    }
    const [key, { who, work }] = next;
    lastPostponedFor = who;
    postponedRunning = work()
      .catch(() => undefined)
      .finally(() => {
        postponed.delete(key);
        postponedRunning = undefined;
        leave();
      });
  }

  function runOf(key: string, work: () => Promise<void>): Run {
    const known = runs.get(key);
    if (known) return known;
    const run: Run = {
      key,
      waiters: new Map(),
      isStarted: false,
      outcome: Promise.withResolvers<void>(),
      work,
    };
    runs.set(key, run);
    const forget = () => {
      if (runs.get(key) === run) runs.delete(key);
    };
    run.outcome.promise.then(forget, forget);
    return run;
  }

  function leaveRun(run: Run, who: string, part: Waiter, error: unknown): void {
    if (run.waiters.get(who) === part) run.waiters.delete(who);
    if (run.waiters.size > 0 || run.isStarted) return;
    // Synchronous: the next caller must not join a finished run.
    if (runs.get(run.key) === run) runs.delete(run.key);
    run.outcome.reject(error);
  }

  async function waitForTurn(run: Run, who: string, part: Waiter): Promise<void> {
    run.waiters.set(who, part);
    try {
      const leave = await queue.acquire(who, part.place.signal);
      try {
        if (run.isStarted || run.waiters.size === 0) return;
        run.isStarted = true;
        await run.work().then(run.outcome.resolve, run.outcome.reject);
      } finally {
        leave();
      }
    } catch (error) {
      leaveRun(run, who, part, error);
    }
  }

  return {
    async once(key, work, who = '', signal) {
      signal?.throwIfAborted();
      const run = runOf(key, work);
      if (run.isStarted) return run.outcome.promise;
      const known = run.waiters.get(who);
      const part = known ?? { clients: 0, place: new AbortController() };
      part.clients += 1;
      // Another network need not wait for the first one's turn.
      if (!known) void waitForTurn(run, who, part);
      return new Promise((resolve, reject) => {
        run.outcome.promise.then(resolve, reject);
        signal?.addEventListener(
          'abort',
          () => {
            reject(signal.reason as Error);
            part.clients -= 1;
            if (part.clients > 0) return;
            leaveRun(run, who, part, signal.reason);
            part.place.abort(signal.reason);
          },
          { once: true },
        );
      });
    },
    runWhenIdle(key, work, who = '') {
      if (isStopped) return false;
      if (postponed.has(key)) return true;
      const mine = [...postponed.values()].filter((one) => one.who === who).length;
      if (postponed.size >= maxWaiting || mine >= maxWaitingPerClient) return false;
      postponed.set(key, { who, work });
      startPostponed();
      return true;
    },
    async stop() {
      isStopped = true;
      postponed.clear();
      await Promise.allSettled([
        ...[...runs.values()].map(({ outcome }) => outcome.promise),
        postponedRunning,
      ]);
    },
  };
}
