import sharp from 'sharp';
import { createFairQueue } from '../fair-turns.ts';
import { hasLongSide } from '../images/picture-content.ts';

/** A phone's 50-megapixel camera; a decompression bomb is refused before it is unpacked. */
const MAX_PIXELS = 60_000_000;
const LONGEST_SIDE_PX = 2000;
const QUALITY = 80;
const MAX_SECONDS = 20;
/** Photos that wait for their turn; more would wait longer than a shopper does. */
export const MAX_WAITING = 10;
/** Of one client network, which has as many concurrent uploads as `upload-places` allows. */
export const MAX_WAITING_OF_ONE = 4;

const text = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to);

/** The format by the first bytes, whatever the file name; only these reach a decoder. */
function formatOf(bytes: Buffer): 'jpeg' | 'png' | 'webp' | undefined {
  if (text(bytes, 0, 3) === '\xff\xd8\xff') return 'jpeg';
  if (text(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP') return 'webp';
  return undefined;
}

/** Why a file is not an acceptable photo. */
export type PhotoProblem = 'wrong_type' | 'unreadable' | 'busy';

/** One at a time: a large photo needs several hundred megabytes during encoding. */
const queue = createFairQueue({ atOnce: 1, maxWaiting: MAX_WAITING, maxWaitingOfOne: MAX_WAITING_OF_ONE });

async function encode(bytes: Buffer, format: string): Promise<Buffer | PhotoProblem> {
  try {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 });
    const found = await image.metadata();
    if (found.format !== format) return 'wrong_type';
    if (hasLongSide(found)) return 'unreadable';
    // Only pixels are written: EXIF with its location, colour profiles, comments and appended data are dropped.
    return await image
      .autoOrient()
      .resize({ width: LONGEST_SIDE_PX, height: LONGEST_SIDE_PX, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .webp({ quality: QUALITY })
      .timeout({ seconds: MAX_SECONDS })
      .toBuffer();
  } catch {
    return 'unreadable';
  }
}

/**
 * A photo re-encoded from its pixels, as WebP of at most 2,000 px, or why that failed.
 * @param who the client network it comes from; networks take turns
 */
export async function reEncodePhoto(bytes: Buffer, who: string): Promise<Buffer | PhotoProblem> {
  const format = formatOf(bytes);
  if (!format) return 'wrong_type';
  let leave: () => void;
  try {
    leave = await queue.take(who);
  } catch {
    return 'busy';
  }
  return encode(bytes, format).finally(leave);
}
