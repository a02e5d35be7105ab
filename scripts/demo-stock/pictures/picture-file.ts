import { rename, rm } from 'node:fs/promises';
import sharp from 'sharp';
import { drawInside, drawOutside } from './picture.ts';
import { PAINTS, SHAPES } from './shapes.ts';
import { CABIN_VIEWS, CABINS, cabinId, outsideViewsOf, pictureId } from './views.ts';

const JPEG_QUALITY = 86;

const DRAWINGS: ReadonlyMap<string, () => string> = new Map([
  ...SHAPES.flatMap((shape) =>
    PAINTS.flatMap((paint) =>
      outsideViewsOf(shape).map(
        (view) => [pictureId(shape, paint, view), () => drawOutside(shape, paint, view)] as const,
      ),
    ),
  ),
  ...CABINS.flatMap((cabin) =>
    CABIN_VIEWS.map((view) => [cabinId(cabin, view), () => drawInside(cabin, view)] as const),
  ),
]);

/** SVG of a picture by its id. @throws RangeError for an id that no gallery names */
export function drawPicture(id: string): string {
  const draw = DRAWINGS.get(id);
  if (!draw) throw new RangeError(`No picture is called "${id}".`);
  return draw();
}

/** Draws a picture and writes it as JPEG; the file appears whole or not at all. */
export async function writePicture(id: string, file: string): Promise<void> {
  const unfinished = `${file}.part`;
  try {
    await sharp(Buffer.from(drawPicture(id)))
      .jpeg({ quality: JPEG_QUALITY })
      .toFile(unfinished);
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
