import type { VehicleStatus } from '#src/features/vehicle/vehicle.ts';
import type { Random } from '../random.ts';
import type { Paint, Shape } from '../shapes.ts';
import type { PhotoLibrary } from './photo-library.ts';

const NO_PHOTO_SHARE = 0.03;
const NO_PHOTO_SHARE_COMING = 0.5;
const ONE_PHOTO_SHARE = 0.05;
/** How often the first photo is the one taken outdoors. */
const OUTDOORS_FIRST_SHARE = 0.4;

/**
 * Ids of a vehicle's pictures, the whole vehicle first; none where no photo shows it in its paint.
 * @param isOutdoorsFirst whether the first photo is the one taken outdoors, where that is not left to chance
 */
export function galleryOf(
  photos: PhotoLibrary,
  { shape, paint, status }: { shape: Shape; paint: Paint; status: VehicleStatus },
  random: Random,
  isOutdoorsFirst?: boolean,
): string[] {
  const hasNone = random.chance(status === 'coming_soon' ? NO_PHOTO_SHARE_COMING : NO_PHOTO_SHARE);
  const hasOne = random.chance(ONE_PHOTO_SHARE);
  const beginsOutdoors = random.chance(OUTDOORS_FIRST_SHARE);
  const outside = photos.exteriorsOf(shape, paint);
  if (hasNone || outside.length === 0) return [];
  const isOutdoors = (id: string) => id.endsWith('-outdoors');
  if (isOutdoorsFirst ?? beginsOutdoors) {
    outside.sort((a, b) => Number(isOutdoors(b)) - Number(isOutdoors(a)));
  }
  return hasOne ? outside.slice(0, 1) : [...outside, ...photos.insideOf(shape)];
}
