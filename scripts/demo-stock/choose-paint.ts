import type { Model } from './model-catalogue.ts';
import {
  CARAVAN_PAINTS,
  type NamedPaint,
  PAINTS_BY_MAKE,
  TRUCK_PAINTS,
  USUAL_PAINTS,
} from './paints.data.ts';
import type { PhotoLibrary } from './photos/photo-library.ts';
import type { Random } from './random.ts';
import { PAINT_WEIGHTS } from './road-shares.data.ts';
import type { Paint, Shape } from './shapes.data.ts';

function paintsOf(model: Model): readonly NamedPaint[] {
  if (model.item === 'caravan' || model.shape === 'motorhome') return CARAVAN_PAINTS;
  if (model.item === 'truck') return TRUCK_PAINTS;
  return PAINTS_BY_MAKE[model.make] ?? USUAL_PAINTS;
}

export const paintWeight = (paint: Paint): number => PAINT_WEIGHTS[paint] ?? 1;

const plainName = (paint: string) => `${paint.charAt(0).toUpperCase()}${paint.slice(1)}`;

/**
 * A colour as its maker names it, as often as it is seen on the road; of those that photos show wherever there are
 * photos of the shape.
 */
export function choosePaint(
  model: Model,
  shape: Shape,
  photos: Pick<PhotoLibrary, 'paintsOf'>,
  random: Random,
): NamedPaint {
  const ofMake = paintsOf(model);
  const shown = photos.paintsOf(shape);
  if (shown.size === 0) return random.pick(ofMake);
  const paint = random.weighted([...shown], paintWeight);
  return random.pick(namesOf(model, paint));
}

/** What a maker calls a paint, or others do. */
function namesOf(model: Model, paint: Paint): readonly NamedPaint[] {
  const named = [paintsOf(model), USUAL_PAINTS]
    .map((paints) => paints.filter(([, each]) => each === paint))
    .find((paints) => paints.length > 0);
  return named ?? [[plainName(paint), paint]];
}

/** Another paint, as its maker names it; the same vehicle gets the same name. */
export function namedPaint(model: Model, paint: Paint, index: number): NamedPaint {
  const names = namesOf(model, paint);
  return names[index % names.length] ?? [plainName(paint), paint];
}
