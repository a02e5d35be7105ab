import {
  MAX_PHOTO_BYTES,
  type PhotoResponse,
  readPhotoResponse,
} from '#src/features/trade-in/trade-in-endpoints.ts';

/** Longest side of a sent photo, px: more than the server stores, so that only the server reduces quality. */
const LONGEST_SIDE_PX = 2560;
const JPEG_QUALITY = 0.85;
/** Formats the server decodes; other files can only be sent re-encoded. */
const SENT_AS_IS = new Set(['image/jpeg', 'image/png', 'image/webp']);

/** Sides of a photo as it is sent: never enlarged, none below 1 px. */
export function targetSize({ width, height }: { width: number; height: number }, longest = LONGEST_SIDE_PX) {
  const scale = Math.min(1, longest / Math.max(width, height));
  const side = (px: number) => Math.max(1, Math.round(px * scale));
  return { width: side(width), height: side(height) };
}

/** The re-encoded photo where that is smaller, or where the server cannot read the original. */
export const smallerOf = (file: Blob, shrunk: Blob | null): Blob =>
  shrunk?.type === 'image/jpeg' && (shrunk.size < file.size || !SENT_AS_IS.has(file.type)) ? shrunk : file;

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

/** Browsers that prevent fingerprinting return noise instead of the drawn picture. */
function readsBackTrue(): boolean {
  const { context } = createCanvas({ width: 8, height: 8 });
  if (!context) return false;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, 8, 8);
  return context.getImageData(0, 0, 8, 8).data.every((value) => value > 250);
}

/** A photo as JPEG of at most 2,560 px, upright. Where the browser cannot decode or draw it, the file itself. */
export async function shrinkPhoto(file: Blob): Promise<Blob> {
  let bitmap: ImageBitmap | undefined;
  try {
    if (!readsBackTrue()) return file;
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
/** A longer `Retry-After` is not waited for. */
const MAX_PAUSE_SECONDS = 60;
/** Slightly longer than the server waits for an upload. */
const TIMEOUT_MS = 100_000;

/** No response, or one that another try may change. */
const isPassing = (status: number) => status === 0 || status === 408 || status === 429 || status >= 502;

/** @returns seconds until the next try, or undefined if a retry is pointless */
export function retryPause(
  { status, retryAfterSeconds }: PhotoResponse,
  triesSoFar: number,
): number | undefined {
  if (!isPassing(status) || triesSoFar >= MAX_TRIES) return undefined;
  const pause = Math.max(retryAfterSeconds ?? 0, FIRST_PAUSE_SECONDS * 2 ** (triesSoFar - 1));
  return pause <= MAX_PAUSE_SECONDS ? pause : undefined;
}

export type NotSent = { name: string; reason: string };
export type SendingState = { photo: number; of: number; retryInSeconds?: number };

/** The page and network functions that sending photos needs. */
export type PhotoSender = {
  shrink: (file: File) => Promise<Blob>;
  /** @throws if no response came */
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
    const answer = await post(photo, signal).catch((): PhotoResponse => ({ status: 0 }));
    const seconds = retryPause(answer, tries);
    if (answer.status === 204 || seconds === undefined) return answer;
    signal.throwIfAborted();
    show({ ...state, retryInSeconds: seconds });
    await pause(seconds, signal);
    show(state);
  }
}

const reasonOf = ({ status, message }: PhotoResponse): string =>
  message ?? (status === 0 ? NO_CONNECTION : REFUSED);

/**
 * FORM-10: sends photos one after another; those already sent remain if others fail. Once the connection or the
 * server fails, the rest are not tried.
 * @returns the photos not sent, with the reasons; never rejects
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
      const answer = await postWithRetries(sender, { photo, name }, state);
      if (answer.status === 204) continue;
      notSent.push({ name, reason: reasonOf(answer) });
      if (isPassing(answer.status)) stopped = reasonOf(answer);
    } catch {
      notSent.push({ name, reason: signal.aborted ? CANCELLED : REFUSED });
    }
  }
  const reason = `Up to ${maxPhotos} photos can be added.`;
  return [...notSent, ...surplus.map(({ name }) => ({ name, reason }))];
}

/** Posts one photo as a form without scripts would. */
export async function postPhoto(
  action: string,
  { photo, name }: { photo: Blob; name: string },
  signal: AbortSignal,
): Promise<PhotoResponse> {
  const body = new FormData();
  body.append('photos', photo, name);
  // AbortSignal.any is missing from Safari before 17.4.
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

/** Rejects early if sending is cancelled. */
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
