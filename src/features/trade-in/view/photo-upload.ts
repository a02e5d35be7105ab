import {
  MAX_PHOTO_BYTES,
  type PhotoResponse,
  readPhotoResponse,
} from '#src/features/trade-in/trade-in-endpoints.ts';

/** The maximum side of a sent photo; larger than the server stores, so that only the server reduces quality. */
const MAX_SIDE_PX = 2560;
const JPEG_QUALITY = 0.85;
/** Formats the server decodes; others must be re-encoded. */
const DECODED_BY_SERVER = new Set(['image/jpeg', 'image/png', 'image/webp']);

/** Never enlarged, at least 1 px. */
export function targetSize({ width, height }: { width: number; height: number }, maxSide = MAX_SIDE_PX) {
  const scale = Math.min(1, maxSide / Math.max(width, height));
  const side = (px: number) => Math.max(1, Math.round(px * scale));
  return { width: side(width), height: side(height) };
}

/** The re-encoded photo if it is smaller, or the server cannot decode the original. */
export const smallerOf = (file: Blob, shrunk: Blob | null): Blob =>
  shrunk?.type === 'image/jpeg' && (shrunk.size < file.size || !DECODED_BY_SERVER.has(file.type))
    ? shrunk
    : file;

type Canvas = {
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null;
  toJpeg: () => Promise<Blob | null>;
};

function createCanvas({ width, height }: { width: number; height: number }): Canvas {
  if (typeof OffscreenCanvas === 'function') {
    const canvas = new OffscreenCanvas(width, height);
    return {
      context: canvas.getContext('2d'),
      toJpeg: () => canvas.convertToBlob({ type: 'image/jpeg', quality: JPEG_QUALITY }),
    };
  }
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  return {
    context: canvas.getContext('2d'),
    toJpeg: () => new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY)),
  };
}

/** Browsers with fingerprinting protection return noise when reading a canvas. */
function canReadCanvas(): boolean {
  const { context } = createCanvas({ width: 8, height: 8 });
  if (!context) return false;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, 8, 8);
  return context.getImageData(0, 0, 8, 8).data.every((value) => value > 250);
}

/** Converts a photo to an upright JPEG of at most 2,560 px; returns the file itself if the browser cannot. */
export async function shrinkPhoto(file: Blob): Promise<Blob> {
  let bitmap: ImageBitmap | undefined;
  try {
    if (!canReadCanvas()) return file;
    bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const size = targetSize(bitmap);
    const { context, toJpeg } = createCanvas(size);
    if (!context) return file;
    // Transparent areas would be black in a JPEG.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, size.width, size.height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, size.width, size.height);
    return smallerOf(file, await toJpeg());
  } catch {
    return file;
  } finally {
    bitmap?.close();
  }
}

const MAX_TRIES = 6;
const FIRST_PAUSE_SECONDS = 1;
/** A longer `Retry-After` ends the retries. */
const MAX_PAUSE_SECONDS = 60;
/** Slightly longer than the server's timeout for an upload. */
const TIMEOUT_MS = 100_000;

/** No response, or a temporary failure. */
const isTemporary = (status: number) => status === 0 || status === 408 || status === 429 || status >= 502;

/** @returns seconds until the next attempt, undefined if a retry is pointless */
export function retryPause(
  { status, retryAfterSeconds }: PhotoResponse,
  triesSoFar: number,
): number | undefined {
  if (!isTemporary(status) || triesSoFar >= MAX_TRIES) return undefined;
  const pause = Math.max(retryAfterSeconds ?? 0, FIRST_PAUSE_SECONDS * 2 ** (triesSoFar - 1));
  return pause <= MAX_PAUSE_SECONDS ? pause : undefined;
}

export type NotSent = { name: string; reason: string };
export type SendingState = { photo: number; of: number; retryInSeconds?: number };

export type PhotoSender = {
  shrink: (file: File) => Promise<Blob>;
  /** @throws without a response */
  post: (photo: { photo: Blob; name: string }, signal: AbortSignal) => Promise<PhotoResponse>;
  pause: (seconds: number, signal: AbortSignal) => Promise<void>;
  show: (state: SendingState) => void;
  signal: AbortSignal;
  maxPhotos: number;
};

const CANCELLED = 'You cancelled this upload.';
const NO_CONNECTION = 'The connection was lost. Check it, then add this photo again.';
const REFUSED = 'This photo couldn’t be added. Try again later.';
const TOO_LARGE = 'This photo is larger than 8 MB and couldn’t be shrunk.';

async function postWithRetries(
  { post, pause, show, signal }: PhotoSender,
  photo: { photo: Blob; name: string },
  state: SendingState,
): Promise<PhotoResponse> {
  for (let tries = 1; ; tries += 1) {
    signal.throwIfAborted();
    const response = await post(photo, signal).catch((): PhotoResponse => ({ status: 0 }));
    const seconds = retryPause(response, tries);
    if (response.status === 204 || seconds === undefined) return response;
    signal.throwIfAborted();
    show({ ...state, retryInSeconds: seconds });
    await pause(seconds, signal);
    show(state);
  }
}

const reasonOf = ({ status, message }: PhotoResponse): string =>
  message ?? (status === 0 ? NO_CONNECTION : REFUSED);

/**
 * FORM-10: sends photos sequentially; failures do not affect those already sent. After a connection or server failure
 * the rest are skipped.
 * @returns the photos not sent, with reasons; never rejects
 */
export async function sendPhotos(files: readonly File[], sender: PhotoSender): Promise<NotSent[]> {
  const { maxPhotos, shrink, show, signal } = sender;
  const chosen = files.slice(0, maxPhotos);
  const surplus = files.slice(maxPhotos);
  const notSent: NotSent[] = [];
  let stopped: string | undefined;
  for (const [at, file] of chosen.entries()) {
    const { name } = file;
    if (signal.aborted) stopped = CANCELLED;
    if (stopped !== undefined) {
      notSent.push({ name, reason: stopped });
      continue;
    }
    const state = { photo: at + 1, of: chosen.length };
    show(state);
    try {
      const photo = await shrink(file);
      if (photo.size > MAX_PHOTO_BYTES) {
        notSent.push({ name, reason: TOO_LARGE });
        continue;
      }
      const response = await postWithRetries(sender, { photo, name }, state);
      if (response.status === 204) continue;
      notSent.push({ name, reason: reasonOf(response) });
      if (isTemporary(response.status)) stopped = reasonOf(response);
    } catch {
      notSent.push({ name, reason: signal.aborted ? CANCELLED : REFUSED });
    }
  }
  const reason = `Up to ${maxPhotos} photos can be added.`;
  return [...notSent, ...surplus.map(({ name }) => ({ name, reason }))];
}

/** Posts one photo like the plain form. */
export async function postPhoto(
  action: string,
  { photo, name }: { photo: Blob; name: string },
  signal: AbortSignal,
): Promise<PhotoResponse> {
  const body = new FormData();
  body.append('photos', photo, name);
  // Safari before 17.4 has no AbortSignal.any.
  const request = new AbortController();
  const abort = () => request.abort();
  const timer = setTimeout(abort, TIMEOUT_MS);
  signal.addEventListener('abort', abort);
  try {
    const headers = { Accept: 'application/json' };
    return await readPhotoResponse(
      await fetch(action, { method: 'POST', headers, body, signal: request.signal }),
    );
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}

/** Rejects if aborted. */
export const pauseFor = (seconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const timer = setTimeout(resolve, seconds * 1000);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(signal.reason);
      },
      { once: true },
    );
  });
