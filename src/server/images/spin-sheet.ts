import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import sharp, { type OverlayOptions } from 'sharp';
import { replaceFile } from '#src/disk/replace-file.ts';
import { sheetPath } from '#src/domain/image/image-url.ts';
import { coarseFrames, SHEET_COLUMNS, SHEET_FRAME } from '#src/domain/vehicle/spin.ts';
import type { VehicleImage } from '#src/domain/vehicle/vehicle.ts';
import { MAX_INPUT_PIXELS } from './picture-content.ts';

/** A spin turns once its sheet is there: it may weigh no more, bytes. */
export const MAX_SHEET_BYTES = 100_000;
/** Tried in turn; busy pictures are softened, which a turning car hides. */
const ENCODINGS = [
  { quality: 60, blur: 0 },
  { quality: 40, blur: 0 },
  { quality: 30, blur: 1.5 },
  { quality: 20, blur: 3 },
  { quality: 10, blur: 12 },
] as const;
const KEY_LENGTH = 16;

/** What the sheet of these frames is known by: another one for other frames, and for other contents. */
export const sheetKey = (frames: readonly VehicleImage[]): string =>
  createHash('sha256')
    .update(JSON.stringify([SHEET_FRAME, frames.map(({ id, version }) => [id, version ?? 1])]))
    .digest('hex')
    .slice(0, KEY_LENGTH);

export const sheetUrl = (vehicleId: string, frames: readonly VehicleImage[]): string =>
  sheetPath(vehicleId, sheetKey(frames));

/**
 * Writes the coarse frames of a spin side by side, row by row; the file appears whole or not at all.
 * @param originals files of every frame, in their order
 * @throws what sharp throws where a frame is no picture
 */
export async function writeSheet(originals: readonly string[], target: string): Promise<void> {
  const { width, height } = SHEET_FRAME;
  const files = coarseFrames(originals.length).map((frame) => originals[frame] ?? '');
  const tiles: OverlayOptions[] = [];
  // One at a time: a spin is not worth more memory than a photo.
  for (const [at, file] of files.entries()) {
    const input = await sharp(file, { limitInputPixels: MAX_INPUT_PIXELS })
      .autoOrient()
      .resize({ width, height, fit: 'cover' })
      .png({ compressionLevel: 0 })
      .toBuffer();
    tiles.push({ input, left: (at % SHEET_COLUMNS) * width, top: Math.floor(at / SHEET_COLUMNS) * height });
  }
  const rows = Math.ceil(files.length / SHEET_COLUMNS);
  const sheet = await sharp({
    create: { width: SHEET_COLUMNS * width, height: rows * height, channels: 3, background: 'white' },
  })
    .composite(tiles)
    .png({ compressionLevel: 0 })
    .toBuffer();
  let bytes = Buffer.alloc(0);
  for (const { quality, blur } of ENCODINGS) {
    const softened = blur > 0 ? sharp(sheet).blur(blur) : sharp(sheet);
    bytes = await softened.webp({ quality }).toBuffer();
    if (bytes.length <= MAX_SHEET_BYTES) break;
  }
  await mkdir(dirname(target), { recursive: true });
  await replaceFile(target, bytes);
}
