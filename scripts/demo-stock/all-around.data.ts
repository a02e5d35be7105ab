import type { HotspotPosition } from '#src/features/vehicle/vehicle.ts';
import type { FeedVehicle } from './feed-vehicle.ts';
import type { Paint, Shape } from './shapes.data.ts';

/** The paint each spin was taken in. */
export const SPINS: Partial<Record<Shape, Paint>> = {
  '4x4': 'green',
  coupe: 'bronze',
  hatch: 'blue',
  'naked-bike': 'blue',
  suv: 'white',
  ute: 'orange',
};

/** Films elsewhere, by the shape they are of. Their services have no such film and say so. */
export const FILMS: Partial<Record<Shape, string>> = {
  van: 'https://www.youtube.com/watch?v=forecourt-demo-film',
  wagon: 'https://vimeo.com/100000000000',
};

const at = (hotspotId: string, activeAngle: number, posX: number, posY: number): HotspotPosition => ({
  ...{ hotspotId, activeAngle, posX, posY },
});

/** Where things are on the cars of the spins, which are all about as long. */
export const HOTSPOTS: Pick<FeedVehicle, 'hotspots' | 'hotspot_positions'> = {
  hotspots: [
    { id: 'headlight', description: 'LED headlights' },
    { id: 'wheel', description: 'Alloy wheels, tyres with plenty of tread' },
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

/** What a dealer writes below a photo, by the place it was taken from. */
export const CAPTIONS: Readonly<Record<string, string>> = {
  side: 'Dual cab and tray, from the side',
  front: 'Straight from the front',
  rear: 'From behind, at an angle',
  back: 'The tailgate, straight from behind',
  outdoors: 'Outdoors, ready to go',
};
