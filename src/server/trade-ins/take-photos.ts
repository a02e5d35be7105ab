import type { DealerConfig } from '#src/config/dealer-config.ts';
import { limitWindow } from '#src/domain/lead/lead-limits.ts';
import { tradeInPhotos } from '#src/providers/database/trade-in-photos.ts';
import type { StoredTradeIn } from '#src/providers/database/trade-ins.ts';
import type { Refusal } from '../http/guard.ts';
import type { Services } from '../services.ts';
import { isWithinLimit } from './limit-use.ts';
import { type StagedPhoto, stagePhoto } from './photo-files.ts';
import { photoId } from './photo-id.ts';
import { reEncodePhoto } from './re-encode-photo.ts';
import { readPhotos } from './read-photos.ts';
import { tellPhotos } from './tell-dealer.ts';

type PhotosStatus = 408 | 413 | 415 | 422 | 429 | 503;

/** What became of an upload. */
export type PhotosTaken =
  | { kind: 'taken' }
  | { kind: 'refused'; status: PhotosStatus; message: string; retryAfterSeconds?: number };

const refused = (status: PhotosStatus, message: string) => ({
  kind: 'refused' as const,
  status,
  message,
});

export const TOO_LARGE_MESSAGE = 'Photos of more than 8 MB at a time cannot be sent. Try one at a time.';
export const WRONG_TYPE_MESSAGE = 'Choose photos as JPEG, PNG or WebP.';
export const UNREADABLE_MESSAGE = 'This photo cannot be read. Try another one.';
export const NO_PHOTO_MESSAGE = 'Choose at least one photo.';
export const TOO_SLOW_MESSAGE = 'The photos took too long to arrive. Try one at a time.';
export const BUSY_MESSAGE =
  'Many photos are coming in at the moment, so yours were not taken. Wait half a minute and add them again.';
export const TOO_OFTEN_MESSAGE =
  'Many photos came from your connection, so these were not taken. Add them again in ten minutes.';
export const tooManyMessage = (most: number): string => `At most ${most} photos can be added.`;

const BUSY_SECONDS = 30;
const busy = (): PhotosTaken => ({ ...refused(503, BUSY_MESSAGE), retryAfterSeconds: BUSY_SECONDS });

function refusedByGuard({ status }: Refusal): PhotosTaken {
  if (status === 503) return busy();
  return status === 408 ? refused(408, TOO_SLOW_MESSAGE) : refused(413, TOO_LARGE_MESSAGE);
}

type Upload = {
  request: Request;
  clientAddress: string | undefined;
  /** Why the server did not read the body. */
  refusal: Refusal | undefined;
};
type PhotoServices = Pick<Services, 'env' | 'clock' | 'db' | 'log'>;

/** @returns how many there was room for; of the others, as of all that cannot be stored, no file stays */
async function keep(
  services: PhotoServices,
  dealer: DealerConfig,
  tradeIn: StoredTradeIn,
  encoded: ReadonlyMap<string, Buffer>,
): Promise<number> {
  const staged: StagedPhoto[] = [];
  try {
    for (const [id, bytes] of encoded) staged.push(await stagePhoto(services.env.DATA_DIR, id, bytes));
    await tellPhotos(services, dealer, tradeIn, staged);
  } finally {
    for (const photo of staged) await photo.discard();
  }
  const stored = await tradeInPhotos(services.db, tradeIn.id);
  return stored.filter((id) => encoded.has(id)).length;
}

/**
 * FORM-10: takes photos into a valuation, each drawn anew from its pixels, and tells the dealer. All are looked at
 * before one is kept.
 */
export async function takePhotos(
  services: PhotoServices,
  dealer: DealerConfig,
  tradeIn: StoredTradeIn,
  { request, clientAddress, refusal }: Upload,
): Promise<PhotosTaken> {
  if (refusal) return refusedByGuard(refusal);
  if (!(await isWithinLimit(services, dealer, 'photos', clientAddress))) {
    const { secondsLeft } = limitWindow(services.clock.now());
    return { ...refused(429, TOO_OFTEN_MESSAGE), retryAfterSeconds: secondsLeft };
  }
  const body = Buffer.from(await request.arrayBuffer());
  const files = await readPhotos(request.headers.get('content-type') ?? '', body);
  if (!files || files.length === 0) return refused(422, NO_PHOTO_MESSAGE);
  const { maxPhotos } = dealer.tradeIn;
  const before = await tradeInPhotos(services.db, tradeIn.id);
  const sent = new Map(files.map((file) => [photoId(services.env.SITE_SECRET, tradeIn.id, file), file]));
  for (const id of before) sent.delete(id);
  // The same once more: pressed twice, or gone back to.
  if (sent.size === 0) return { kind: 'taken' };
  if (before.length + sent.size > maxPhotos) return refused(422, tooManyMessage(maxPhotos));
  const encoded = new Map<string, Buffer>();
  for (const [id, file] of sent) {
    const photo = await reEncodePhoto(file);
    if (photo === 'wrong_type') return refused(415, WRONG_TYPE_MESSAGE);
    if (photo === 'busy') return busy();
    if (photo === 'unreadable') return refused(422, UNREADABLE_MESSAGE);
    encoded.set(id, photo);
  }
  const kept = await keep(services, dealer, tradeIn, encoded);
  if (kept === 0) return refused(422, tooManyMessage(maxPhotos));
  return { kind: 'taken' };
}
