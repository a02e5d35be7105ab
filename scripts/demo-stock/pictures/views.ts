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
const NEVER_SEEN_ALONG = new Set<Shape>([
  'naked',
  'sportbike',
  'cruiser',
  'adventure',
  'caravan',
  'campertrailer',
  'convertible',
  'motorhome',
]);
const NEVER_SEEN_FROM_BEHIND = new Set<Shape>(['cabchassis', 'truck']);

/** The outside views a shape has; those along it are drawn only where they show more than a box. */
export const outsideViewsOf = (shape: Shape): OutsideView[] =>
  OUTSIDE_VIEWS.filter(
    (view) =>
      !(
        (NEVER_SEEN_ALONG.has(shape) && (view === 'front' || view === 'rear')) ||
        (NEVER_SEEN_FROM_BEHIND.has(shape) && view === 'rear')
      ),
  );

/** The inside of a shape; a motorcycle has no seats to sit in. */
export function cabinViewsOf(shape: Shape): { cabin: Cabin; view: CabinView }[] {
  const cabin = CABIN_OF_SHAPE[shape] ?? 'car';
  const views = cabin === 'bike' ? (['dash'] as const) : CABIN_VIEWS;
  return views.map((view) => ({ cabin, view }));
}

/** Paints of a shape seldom seen in others; the rest come in all. */
const FLEET_PAINTS: readonly Paint[] = ['white', 'silver', 'grey', 'black'];
const PAINTS_OF_SHAPE: Partial<Record<Shape, readonly Paint[]>> = {
  van: FLEET_PAINTS,
  bus: FLEET_PAINTS,
  camper: FLEET_PAINTS,
  cabchassis: [...FLEET_PAINTS, 'blue'],
  motorhome: ['white', 'silver'],
  caravan: ['white', 'silver', 'grey'],
  campertrailer: ['white', 'silver', 'grey'],
  peoplemover: [...FLEET_PAINTS, 'blue', 'red'],
};

export const comesIn = (shape: Shape, paint: Paint): boolean =>
  PAINTS_OF_SHAPE[shape]?.includes(paint) ?? true;
