import type { Paint, Shape } from './shapes.ts';

/** Pictures that show the paint, in the order of a gallery. */
export const OUTSIDE_VIEWS = ['side', 'road', 'front', 'rear', 'wheel', 'lamp'] as const;
export type OutsideView = (typeof OUTSIDE_VIEWS)[number];
export const CABINS = ['car', 'work', 'truck', 'bike', 'caravan'] as const;
export type Cabin = (typeof CABINS)[number];
/** Pictures of the inside, the same for every paint. */
export const CABIN_VIEWS = ['dash', 'seats'] as const;
export type CabinView = (typeof CABIN_VIEWS)[number];

export const pictureId = (shape: Shape, paint: Paint, view: OutsideView): string =>
  `demo-${shape}-${paint}-${OUTSIDE_VIEWS.indexOf(view) + 1}`;

export const cabinId = (cabin: Cabin, view: CabinView): string => `demo-inside-${cabin}-${view}`;

const CABIN_OF_SHAPE: Partial<Record<Shape, Cabin>> = {
  cabchassis: 'work',
  van: 'work',
  bus: 'work',
  truck: 'truck',
  naked: 'bike',
  sportbike: 'bike',
  cruiser: 'bike',
  adventure: 'bike',
  caravan: 'caravan',
  campertrailer: 'caravan',
  motorhome: 'caravan',
  camper: 'caravan',
};

/** Ids of the pictures taken inside a shape; a motorcycle has no seats to sit in. */
export function cabinOf(shape: Shape): string[] {
  const cabin = CABIN_OF_SHAPE[shape] ?? 'car';
  return (cabin === 'bike' ? (['dash'] as const) : CABIN_VIEWS).map((view) => cabinId(cabin, view));
}
