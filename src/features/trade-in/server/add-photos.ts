import { createHash, createHmac } from 'node:crypto';
import Busboy from '@fastify/busboy';
import sharp from 'sharp';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { MAX_PHOTO_BYTES } from '#src/features/trade-in/trade-in-endpoints.ts';
import { FINISH } from '#src/features/trade-in/trade-in-journey.ts';
import { routedNetworkOf } from '#src/platform/http/client-address.ts';
import type { Refusal } from '#src/platform/http/endpoint.ts';
import { hasLongSide } from '#src/platform/images/encode-image.ts';
import { isWithinLimit, limitWindow } from '#src/platform/limits/rate-limits.ts';
import { createFairQueue } from '#src/platform/queue/fair-queue.ts';
import { StorageError } from '#src/platform/storage/object-storage.ts';
import { singleLine } from '#src/platform/text/safe-text.ts';
import type { Services } from '#src/server/services.ts';
import { type StoredTradeIn, tradeInPhotos } from './queries/trade-in-queries.ts';
import { notifyOfPhotos } from './trade-in-lead.ts';
import { type StagedPhoto, stagePhoto } from './trade-in-photo-store.ts';

const MAX_FILES = 20;
const MAX_FIELDS = 5;
const MAX_FIELD_BYTES = 1000;
const MAX_HEADER_PAIRS = 20;

/** @property name from the shopper's device, only for display */
type SentPhoto = { name: string; bytes: Buffer };

export type PhotoForm = { files: SentPhoto[]; fields: ReadonlyMap<string, string> };

/**
 * Parses a multipart body: all files, whatever their fields and names, and text fields. Empty file fields are
 * ignored.
 * @returns undefined if the body does not match its content type
 */
function readPhotos(contentType: string, body: Buffer): Promise<PhotoForm | undefined> {
  return new Promise((resolve) => {
    const files: Promise<SentPhoto>[] = [];
    const fields = new Map<string, string>();
    try {
      const parser = new Busboy({
        headers: { 'content-type': contentType },
        limits: {
          files: MAX_FILES,
          fields: MAX_FIELDS,
          parts: MAX_FILES + MAX_FIELDS,
          fieldSize: MAX_FIELD_BYTES,
          headerPairs: MAX_HEADER_PAIRS,
        },
      });
      parser.on('field', (name, value) => void fields.set(name, value));
      parser.on('file', (_field, stream, name) => {
        const chunks: Buffer[] = [];
        files.push(
          new Promise((done, fail) => {
            stream.on('data', (chunk: Buffer) => void chunks.push(chunk));
            stream.once('end', () => done({ name: String(name ?? ''), bytes: Buffer.concat(chunks) }));
            stream.once('error', fail);
          }),
        );
      });
      parser.once('error', () => resolve(undefined));
      parser.once('finish', () => {
        Promise.all(files).then(
          (all) => resolve({ files: all.filter(({ bytes }) => bytes.length > 0), fields }),
          () => resolve(undefined),
        );
      });
      parser.end(body);
    } catch {
      resolve(undefined);
    }
  });
}

/** Allows a 50-megapixel camera; rejects decompression bombs before decoding. */
const MAX_PIXELS = 60_000_000;
const MAX_SIDE_PX = 2000;
const QUALITY = 80;
const MAX_SECONDS = 20;
/** The length of the queue; more would wait longer than a shopper does. */
export const MAX_WAITING = 10;
/** Per client network, which has as many concurrent uploads as `upload-places` allows. */
export const MAX_WAITING_PER_NETWORK = 4;

const text = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to);

/** The format by magic bytes, whatever the file name; only these reach a decoder. */
function formatOf(bytes: Buffer): 'jpeg' | 'png' | 'webp' | undefined {
  if (text(bytes, 0, 3) === '\xff\xd8\xff') return 'jpeg';
  if (text(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP') return 'webp';
  return undefined;
}

type PhotoProblem = 'wrong_type' | 'unreadable' | 'busy';

/** Sequential: encoding a large photo needs several hundred megabytes. */
const queue = createFairQueue({
  concurrency: 1,
  maxWaiting: MAX_WAITING,
  maxWaitingPerClient: MAX_WAITING_PER_NETWORK,
});

async function encode(bytes: Buffer, format: string): Promise<Buffer | PhotoProblem> {
  try {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 });
    const found = await image.metadata();
    if (found.format !== format) return 'wrong_type';
    if (hasLongSide(found)) return 'unreadable';
    // Writes pixels only: EXIF (with its location), colour profiles, comments and appended data are dropped.
    return await image
      .autoOrient()
      .resize({ width: MAX_SIDE_PX, height: MAX_SIDE_PX, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .webp({ quality: QUALITY })
      .timeout({ seconds: MAX_SECONDS })
      .toBuffer();
  } catch {
    return 'unreadable';
  }
}

/**
 * Re-encodes a photo as WebP of at most 2,000 px.
 * @param who client network; networks are served in turn
 */
export async function reEncodePhoto(bytes: Buffer, who: string): Promise<Buffer | PhotoProblem> {
  const format = formatOf(bytes);
  if (!format) return 'wrong_type';
  let release: () => void;
  try {
    release = await queue.acquire(who);
  } catch {
    return 'busy';
  }
  return encode(bytes, format).finally(release);
}

const UUID_PARTS = /^(.{8})(.{4})(.{4})(.{4})(.{12})/;

/** FORM-03: a repeated file of a valuation is one photo. The id cannot be computed without the secret. */
function photoId(secret: string, tradeInId: string, file: Buffer): string {
  const content = createHash('sha256').update(file).digest('hex');
  const hex = createHmac('sha256', secret)
    .update(`trade-in-photo-id\n${tradeInId}\n${content}`)
    .digest('hex');
  return (UUID_PARTS.exec(hex) ?? []).slice(1).join('-');
}

type PhotosStatus = 408 | 413 | 415 | 422 | 429 | 503;

export type AddPhotosResult =
  | { kind: 'taken' /** The shopper adds no more. */; isLast: boolean }
  | { kind: 'refused'; status: PhotosStatus; message: string; reason?: string; retryAfterSeconds?: number };

const refused = (status: PhotosStatus, message: string) => ({
  kind: 'refused' as const,
  status,
  message,
});

export const TOO_LARGE_MESSAGE =
  'These photos are more than 8 MB together, so none was added. Add fewer at a time; one photo can have up to 8 MB.';
export const PHOTO_TOO_LARGE_MESSAGE = 'A photo can have up to 8 MB.';
export const WRONG_TYPE_MESSAGE = 'Choose photos as JPEG, PNG or WebP.';
export const UNREADABLE_MESSAGE = 'This photo cannot be read. Try another one.';
export const NO_PHOTO_MESSAGE = 'Choose at least one photo.';
export const TOO_SLOW_MESSAGE = 'The photos took too long to arrive. Try one at a time.';
export const BUSY_MESSAGE =
  'Many photos are coming in at the moment, so yours were not taken. Wait half a minute and add them again.';
export const TOO_OFTEN_MESSAGE =
  'Many photos came from your connection. Wait ten minutes, then add the rest.';
export const tooManyMessage = (max: number): string => `At most ${max} photos can be added.`;

const NOT_STORED_MESSAGE =
  'Your photos could not be stored at the moment. Wait half a minute and add them again.';

const BUSY_SECONDS = 30;

function refusedByGuard({ status }: Refusal): AddPhotosResult {
  if (status === 503) return { ...refused(503, BUSY_MESSAGE), retryAfterSeconds: BUSY_SECONDS };
  return status === 408 ? refused(408, TOO_SLOW_MESSAGE) : refused(413, TOO_LARGE_MESSAGE);
}

type Upload = {
  request: Request;
  clientAddress: string | undefined;
  refusal: Refusal | undefined;
};
type PhotoServices = Pick<Services, 'env' | 'storage' | 'clock' | 'db' | 'log'>;

/** @returns the number stored within the limit; other files are removed */
async function storePhotos(
  services: PhotoServices,
  dealer: DealerConfig,
  tradeIn: StoredTradeIn,
  encoded: ReadonlyMap<string, Buffer>,
): Promise<number> {
  const staged: StagedPhoto[] = [];
  const places = { dataDir: services.env.DATA_DIR, storage: services.storage };
  try {
    for (const [id, bytes] of encoded) staged.push(await stagePhoto(places, id, bytes));
    await notifyOfPhotos(services, dealer, tradeIn, staged);
  } finally {
    for (const photo of staged) await photo.discard();
  }
  const stored = await tradeInPhotos(services.db, tradeIn.id);
  return stored.filter((id) => encoded.has(id)).length;
}

type SentProblem = PhotoProblem | 'too_large';

/** `photos` by id. */
type EncodedPhotos = { photos: Map<string, Buffer>; problems: { name: string; problem: SentProblem }[] };

async function reEncodeAll(files: ReadonlyMap<string, SentPhoto>, who: string): Promise<EncodedPhotos> {
  const result: EncodedPhotos = { photos: new Map(), problems: [] };
  for (const [id, { name, bytes }] of files) {
    const photo = bytes.length > MAX_PHOTO_BYTES ? 'too_large' : await reEncodePhoto(bytes, who);
    if (typeof photo === 'string') result.problems.push({ name, problem: photo });
    else result.photos.set(id, photo);
  }
  return result;
}

const PROBLEM_RESPONSES: Readonly<Record<SentProblem, { status: PhotosStatus; message: string }>> = {
  too_large: { status: 413, message: PHOTO_TOO_LARGE_MESSAGE },
  wrong_type: { status: 415, message: WRONG_TYPE_MESSAGE },
  unreadable: { status: 422, message: UNREADABLE_MESSAGE },
  busy: { status: 503, message: BUSY_MESSAGE },
};

const MAX_NAME = 60;

/** The error for rejected files, with the reason of the first. */
function rejectedFiles([first, ...others]: EncodedPhotos['problems']): AddPhotosResult | undefined {
  if (!first) return undefined;
  const { status, message } = PROBLEM_RESPONSES[first.problem];
  const names = [first, ...others].map(({ name }) => `“${singleLine(name).slice(0, MAX_NAME)}”`).join(', ');
  const text = `${names} ${others.length > 0 ? 'were' : 'was'} not added. ${message}`;
  return {
    ...refused(status, text),
    reason: message,
    ...(status === 503 ? { retryAfterSeconds: BUSY_SECONDS } : {}),
  };
}

/**
 * FORM-10: adds re-encoded photos to a valuation and notifies the dealer. Unreadable files are reported and do not
 * affect the others.
 */
export async function addPhotos(
  services: PhotoServices,
  dealer: DealerConfig,
  tradeIn: StoredTradeIn,
  { request, clientAddress, refusal }: Upload,
): Promise<AddPhotosResult> {
  if (refusal) return refusedByGuard(refusal);
  const body = Buffer.from(await request.arrayBuffer());
  const form = await readPhotos(request.headers.get('content-type') ?? '', body);
  const isLast = form?.fields.get(FINISH.name) === FINISH.value;
  if (isLast && form.files.length === 0) return { kind: 'taken', isLast };
  if (!(await isWithinLimit(services, dealer, 'photos', clientAddress))) {
    const { secondsLeft } = limitWindow(services.clock.now());
    return { ...refused(429, TOO_OFTEN_MESSAGE), retryAfterSeconds: secondsLeft };
  }
  if (!form || form.files.length === 0) return refused(422, NO_PHOTO_MESSAGE);
  const { maxPhotos } = dealer.tradeIn;
  const before = await tradeInPhotos(services.db, tradeIn.id);
  const idOf = (file: SentPhoto) => photoId(services.env.SITE_SECRET, tradeIn.id, file.bytes);
  const sent = new Map(form.files.map((file) => [idOf(file), file]));
  // Already stored: clicked twice, or resubmitted.
  for (const id of before) sent.delete(id);
  if (before.length + sent.size > maxPhotos) return refused(422, tooManyMessage(maxPhotos));
  const { photos, problems } = await reEncodeAll(sent, routedNetworkOf(clientAddress ?? ''));
  let stored = 0;
  try {
    if (photos.size > 0) stored = await storePhotos(services, dealer, tradeIn, photos);
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    services.log.error({ reason: error.message }, 'photos of a valuation could not be stored');
    return { ...refused(503, NOT_STORED_MESSAGE), retryAfterSeconds: BUSY_SECONDS };
  }
  if (stored < photos.size) return refused(422, tooManyMessage(maxPhotos));
  return rejectedFiles(problems) ?? { kind: 'taken', isLast };
}
