import type { VehicleStatus } from '#src/domain/vehicle/vehicle.ts';
import type { Random } from '../random.ts';
import type { Paint, Shape } from './shapes.ts';
import { cabinId, cabinViewsOf, outsideViewsOf, pictureId } from './views.ts';

const NO_PHOTO_SHARE = 0.03;
const NO_PHOTO_SHARE_COMING = 0.5;
const ONE_PHOTO_SHARE = 0.05;
const FEWEST_OF_A_GALLERY = 4;

/** Ids of a vehicle's pictures: none, one, or four and more with the whole side first. */
export function galleryOf(
  { shape }: { shape: Shape },
  paint: Paint,
  status: VehicleStatus,
  random: Random,
): string[] {
  if (random.chance(status === 'coming_soon' ? NO_PHOTO_SHARE_COMING : NO_PHOTO_SHARE)) return [];
  const outside = outsideViewsOf(shape).map((view) => pictureId(shape, paint, view));
  if (random.chance(ONE_PHOTO_SHARE)) return outside.slice(0, 1);
  const all = [...outside, ...cabinViewsOf(shape).map(({ cabin, view }) => cabinId(cabin, view))];
  const first = random.chance(0.5) ? 0 : 1;
  const [lead, other] = [all[first], all[1 - first]].filter((id) => id !== undefined);
  const rest = all.slice(2);
  const more = random.some(rest, random.int(Math.min(FEWEST_OF_A_GALLERY - 2, rest.length), rest.length));
  return [lead, other, ...more].filter((id) => id !== undefined);
}
