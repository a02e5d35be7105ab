import { MAX_PICTURES } from '#src/features/stock/server/pictures/picture-series.ts';
import { CAPTIONS, FILMS, HOTSPOTS, SPINS } from './all-around.data.ts';
import { type FeedPicture, type FeedVehicle, pictureId } from './feed-vehicle.ts';
import type { PhotoLibrary } from './photos/photo-library.ts';
import type { Shape } from './shapes.data.ts';

/** Vehicles of one dealer that show the same spin. */
const MOST_OF_ONE = 2;

const CAR_PANORAMA = 'pano-car';
const CARAVAN_PANORAMA = 'pano-caravan';
const panoramaId = (name: string) => `demo-panoramas-${name}`;

/** Below public/. */
const VIDEO = '/videos/around-a-ute.webm';
/** A third-party page of the inside. There is no such service. */
const INSIDES = 'https://inside.example/demo-';

const PHOTO = /^demo-(?<shape>[\w-]+)-(?<paint>[a-z]+)-[a-z]+$/;

const captioned = (images: readonly FeedPicture[]): FeedPicture[] =>
  images.map((picture) => {
    const id = pictureId(picture);
    const alt = CAPTIONS[id.split('-').at(-1) ?? ''];
    return alt === undefined ? picture : { id, alt };
  });

/** Its photos, then pictures from all around it, from the first on again until there are as many as may be. */
function manyPhotos(images: readonly FeedPicture[], frames: readonly string[]): FeedPicture[] {
  const all = [...images, ...frames];
  return Array.from({ length: MAX_PICTURES }, (_, at) => all[at % all.length] ?? '');
}

/**
 * Spins, panoramas, films and hotspots for the vehicles whose photos they fit: of each spin one vehicle with the
 * inside and hotspots, and one without. One vehicle has the pictures of a spin as photos.
 */
export function allAround(stock: readonly FeedVehicle[], photos: PhotoLibrary): FeedVehicle[] {
  const shown = new Map<string, number>();
  const isAmongFirst = (key: string, most: number) => {
    const count = (shown.get(key) ?? 0) + 1;
    shown.set(key, count);
    return count <= most;
  };
  return stock.map((vehicle) => {
    const { shape = '', paint } = PHOTO.exec(pictureId(vehicle.images[0] ?? ''))?.groups ?? {};
    if (vehicle.status !== 'in_stock') return vehicle;
    if (shape === 'large-ute' && isAmongFirst('video', MOST_OF_ONE))
      return { ...vehicle, video_url: VIDEO, images: captioned(vehicle.images) };
    const film = FILMS[shape as Shape];
    if (film && isAmongFirst(shape, 1)) return { ...vehicle, external_video_url: film };
    if (vehicle.item_type === 'truck' && isAmongFirst('code', 1))
      return { ...vehicle, spin_code: `demo-${vehicle.stocknum}` };
    if (vehicle.item_type === 'truck' && isAmongFirst('inside', 1))
      return { ...vehicle, interior_url: `${INSIDES}${vehicle.stocknum}` };
    if (vehicle.item_type === 'caravan')
      return isAmongFirst('caravan', 1) && photos.hasPanorama(CARAVAN_PANORAMA)
        ? { ...vehicle, spin_interior_image: panoramaId(CARAVAN_PANORAMA) }
        : vehicle;
    const frames = photos.spinOf(shape as Shape);
    if (frames.length === 0 || SPINS[shape as Shape] !== paint) return vehicle;
    const isPlain = vehicle.images.length > 1 && !vehicle.reserved && vehicle.tag === undefined;
    if (!isAmongFirst(shape, MOST_OF_ONE))
      return isPlain && isAmongFirst('many', 1)
        ? { ...vehicle, images: manyPhotos(vehicle.images, frames) }
        : vehicle;
    const isWhole = shown.get(shape) === 1 && vehicle.item_type === 'car';
    return {
      ...vehicle,
      spin_images: frames,
      ...(isWhole &&
        photos.hasPanorama(CAR_PANORAMA) && { spin_interior_image: panoramaId(CAR_PANORAMA), ...HOTSPOTS }),
    };
  });
}
