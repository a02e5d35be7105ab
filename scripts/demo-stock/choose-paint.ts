import type { Model } from './catalogue.ts';
import {
  CARAVAN_PAINTS,
  type NamedPaint,
  PAINTS_BY_MAKE,
  TRUCK_PAINTS,
  USUAL_PAINTS,
} from './paints.data.ts';
import type { PhotoLibrary } from './photos/photo-library.ts';
import type { Random } from './random.ts';

/** How often a vehicle comes in the paint that has photos from all sides. */
const GALLERY_PAINT_SHARE = 0.55;

function paintsOf(model: Model): readonly NamedPaint[] {
  if (model.item === 'caravan' || model.shape === 'motorhome') return CARAVAN_PAINTS;
  if (model.item === 'truck') return TRUCK_PAINTS;
  return PAINTS_BY_MAKE[model.make] ?? USUAL_PAINTS;
}

const plainName = (paint: string) => `${paint.charAt(0).toUpperCase()}${paint.slice(1)}`;

/** A colour as its maker names it, of those that photos show wherever there are photos of the shape. */
export function choosePaint(model: Model, photos: PhotoLibrary, random: Random): NamedPaint {
  const { shape } = model;
  const ofMake = paintsOf(model);
  const seen = random.chance(GALLERY_PAINT_SHARE) ? photos.galleryPaintOf(shape) : undefined;
  const shown = seen === undefined ? photos.paintsOf(shape) : new Set<string>([seen]);
  const choices = [ofMake, USUAL_PAINTS].map((paints) => paints.filter(([, paint]) => shown.has(paint)));
  const plain: NamedPaint[] = seen === undefined ? [] : [[plainName(seen), seen]];
  return random.pick([...choices, plain, ofMake].find((paints) => paints.length > 0) ?? ofMake);
}
