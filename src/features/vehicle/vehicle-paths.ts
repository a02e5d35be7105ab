import { slugOf } from '#src/config/sections/slug.ts';
import type { CarType, Vehicle } from './vehicle.ts';

type Named = Pick<Vehicle, 'make' | 'model'>;

/** NAV-01, NAV-02. */
export const vehiclePath = (slug: string): string => `/cars/${slug}`;
export const carTypeSearchPath = (type: CarType): string => `/search/${type}-cars`;
export const makeSearchPath = ({ make }: Pick<Vehicle, 'make'>): string => `/search/${slugOf(make)}`;
export const modelSearchPath = (car: Named): string => `${makeSearchPath(car)}/${slugOf(car.model)}`;

export const CAR_TYPE_LABELS: Record<CarType, string> = { new: 'New', demo: 'Demo', used: 'Used' };

export type Crumb = { name: string; path: string };

export const bodySearchPath = (car: Named, body: string): string =>
  `${modelSearchPath(car)}?${new URLSearchParams({ body })}`;

/**
 * NAV-11: Home, car type, make, model, body type if given, current page.
 * @param stock `many` is the plural noun of the stock; `isWeekly` whether the vehicle is available by subscription
 */
export const vehicleCrumbs = (
  car: Named & Pick<Vehicle, 'car_type'>,
  current: { name: string; slug: string },
  { many, isWeekly }: { many: string; isWeekly: boolean },
  body?: { value: string; label: string },
): Crumb[] => [
  { name: 'Home', path: '/' },
  {
    name: isWeekly ? `All ${many}` : `${CAR_TYPE_LABELS[car.car_type]} ${many}`,
    path: carTypeSearchPath(car.car_type),
  },
  { name: car.make, path: makeSearchPath(car) },
  { name: car.model, path: modelSearchPath(car) },
  ...(body ? [{ name: body.label, path: bodySearchPath(car, body.value) }] : []),
  { name: current.name, path: vehiclePath(current.slug) },
];
