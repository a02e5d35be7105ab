import type { ImagesConfig } from '#src/config/sections/images.ts';
import { imageUrl } from '#src/domain/image/image-url.ts';
import { GALLERY_PLACE, GALLERY_SIZES, pictureSources } from '#src/domain/image/picture-sources.ts';
import { coarseFrames, SHEET_COLUMNS, SHEET_FRAME } from '#src/domain/vehicle/spin.ts';
import type { VehicleImage } from '#src/domain/vehicle/vehicle.ts';

/** The pictures of a spin. */
export type SpinData = {
  /** The first frame, as the page shows it. */
  first: ReturnType<typeof pictureSources> | undefined;
  /** How wide it is shown, as `<source>` has it. */
  sizes: string;
  /** Coarse frames in one picture, `columns` in a row; `frames` says which of the spin they are. */
  sheet: { url: string; columns: number; width: number; height: number; frames: readonly number[] };
  /** Addresses of every frame, smaller and larger; the largest for one that is looked at closely. */
  small: readonly string[];
  large: readonly string[];
  largest: readonly string[];
};

/** @param sheetUrl address of the sheet of coarse frames */
export function spinData(images: ImagesConfig, frames: readonly VehicleImage[], sheetUrl: string): SpinData {
  const urls = (width: 640 | 960 | 1280) =>
    frames.map((frame) => imageUrl(images, frame, { width, crop: GALLERY_PLACE.crop }));
  const [first] = frames;
  return {
    first: first && pictureSources(images, first, GALLERY_PLACE),
    sizes: GALLERY_SIZES,
    sheet: {
      ...{ url: sheetUrl, columns: SHEET_COLUMNS, ...SHEET_FRAME },
      frames: coarseFrames(frames.length),
    },
    small: urls(640),
    large: urls(960),
    largest: urls(1280),
  };
}
