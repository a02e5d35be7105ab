import sharp from 'sharp';

/** Twice what a good phone camera makes; a decompression bomb is refused. */
export const MAX_INPUT_PIXELS = 100_000_000;
/** No camera produces a longer side, and a strip of millions of pixels takes seconds to shrink. */
const MAX_SIDE_PX = 16_384;

export const hasLongSide = ({ width, height }: { width: number; height: number }): boolean =>
  Math.max(width, height) > MAX_SIDE_PX;

const text = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to);

/** The format by the first bytes, whatever the sender declares; only these reach a decoder. */
function formatOf(bytes: Buffer): string | undefined {
  if (text(bytes, 0, 3) === '\xff\xd8\xff') return 'jpeg';
  if (text(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP') return 'webp';
  if (/^GIF8[79]a$/.test(text(bytes, 0, 6))) return 'gif';
  if (text(bytes, 4, 8) === 'ftyp' && /^(?:avif|mif1|miaf)$/.test(text(bytes, 8, 12))) return 'heif';
  return undefined;
}

/** Enough to have decoded all of it; JPEG decodes at an eighth of its size. */
const PROBE_WIDTH = 16;

/** One large picture may need several hundred megabytes while it is checked. */
const LOOKED_AT_AT_ONCE = 2;
let free = LOOKED_AT_AT_ONCE;
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

/** Why bytes are not a usable picture, or undefined for a still JPEG, PNG, WebP, AVIF or GIF that decodes. */
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
