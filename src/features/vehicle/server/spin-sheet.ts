import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import sharp, { type OverlayOptions } from 'sharp';
import { coarseFrames, SHEET_COLUMNS, SHEET_FRAME } from '#src/features/vehicle/media/vehicle-media.ts';
import type { VehicleImage } from '#src/features/vehicle/vehicle.ts';
import { MAX_INPUT_PIXELS } from '#src/platform/images/encode-image.ts';
import { sheetPath } from '#src/platform/images/image-url.ts';
import { replaceFile } from '#src/platform/storage/replace-file.ts';

/** The spin is usable once the sheet has loaded. */
export const MAX_SHEET_BYTES = 100_000;
/** Tried in order; blur is not noticeable while the vehicle turns. */
const ENCODINGS = [
  { quality: 60, blur: 0 },
  { quality: 40, blur: 0 },
  { quality: 30, blur: 1.5 },
  { quality: 20, blur: 3 },
  { quality: 10, blur: 12 },
] as const;
const KEY_LENGTH = 16;

/** A content hash for caching. */
export const sheetKey = (frames: readonly VehicleImage[]): string =>
  createHash('sha256')
    .update(JSON.stringify([SHEET_FRAME, frames.map(({ id, version }) => [id, version ?? 1])]))
    .digest('hex')
    .slice(0, KEY_LENGTH);

export const sheetUrl = (vehicleId: string, frames: readonly VehicleImage[]): string =>
  sheetPath(vehicleId, sheetKey(frames));

/**
 * Writes the sprite sheet atomically.
 * @param originals files of all frames, in order
 * @throws if sharp cannot read a frame
 */
export async function writeSheet(originals: readonly string[], target: string): Promise<void> {
  const { width, height } = SHEET_FRAME;
  const files = coarseFrames(originals.length).map((frame) => originals[frame] ?? '');
  const tiles: OverlayOptions[] = [];
  // Sequential, to limit memory use.
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
