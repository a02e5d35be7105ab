import { MAX_PICTURES } from '#src/features/stock/server/pictures/feed-pictures.ts';
import type { HotspotPosition } from '#src/features/vehicle/vehicle.ts';
import { type FeedPicture, type FeedVehicle, pictureId } from './feed-vehicle.ts';
import type { PhotoLibrary } from './photos/photo-library.ts';
import type { Paint, Shape } from './shapes.ts';

/** The paint each spin was taken in. */
const SPINS: Partial<Record<Shape, Paint>> = {
  '4x4': 'green',
  coupe: 'bronze',
  hatch: 'blue',
  'naked-bike': 'blue',
  suv: 'white',
  ute: 'orange',
};
/** Vehicles of one dealer that show the same spin. */
const MOST_OF_ONE = 2;

const CAR_PANORAMA = 'demo-panoramas-pano-car';
const CARAVAN_PANORAMA = 'demo-panoramas-pano-caravan';

/** Below public/. */
const VIDEO = '/videos/around-a-ute.webm';
/** Films elsewhere, by the shape they are of. Their services have no such film and say so. */
const FILMS: Partial<Record<Shape, string>> = {
  van: 'https://www.youtube.com/watch?v=forecourt-demo-film',
  wagon: 'https://vimeo.com/100000000000',
};

/** A third-party page of the inside. There is no such service. */
const INSIDES = 'https://inside.example/demo-';

const at = (hotspotId: string, activeAngle: number, posX: number, posY: number): HotspotPosition => ({
  ...{ hotspotId, activeAngle, posX, posY },
});

/** Where things are on the cars of the spins, which are all about as long. */
const HOTSPOTS: Pick<FeedVehicle, 'hotspots' | 'hotspot_positions'> = {
  hotspots: [
    { id: 'headlight', description: 'LED headlights' },
    { id: 'wheel', description: 'Alloy wheels, tyres with most of their tread left' },
    { id: 'boot', description: 'Boot with a flat floor' },
    { id: 'screen', description: 'Touchscreen with Apple CarPlay and Android Auto' },
  ],
  hotspot_positions: {
    exterior: [
      ...[at('headlight', 0, 36, 53), at('headlight', 30, 56, 53), at('headlight', 60, 77, 53)],
      ...[at('wheel', 30, 51, 68), at('wheel', 60, 65, 66), at('wheel', 90, 76, 65)],
      ...[at('boot', 150, 32, 48), at('boot', 180, 50, 48), at('boot', 210, 68, 48)],
    ],
    interior: [at('screen', 180, 46, 57)],
  },
};

const PHOTO = /^demo-(?<shape>[\w-]+)-(?<paint>[a-z]+)-[a-z]+$/;

/** What a dealer writes below a photo, by the place it was taken from. */
const CAPTIONS: Readonly<Record<string, string>> = {
  side: 'Dual cab and tray, from the side',
  front: 'Straight from the front',
  rear: 'From behind, at an angle',
  back: 'The tailgate, straight from behind',
  outdoors: 'Outdoors, ready to go',
};

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
      return isAmongFirst('caravan', 1) && photos.has(CARAVAN_PANORAMA)
        ? { ...vehicle, spin_interior_image: CARAVAN_PANORAMA }
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
      ...(isWhole && photos.has(CAR_PANORAMA) && { spin_interior_image: CAR_PANORAMA, ...HOTSPOTS }),
    };
  });
}
