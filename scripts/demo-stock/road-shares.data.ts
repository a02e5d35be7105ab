import type { VehicleType } from '#src/features/vehicle/vehicle.ts';
import type { Paint, Shape } from './shapes.data.ts';

/** How often shoppers meet a make among used vehicles, where 1 is seldom. */
export const MAKE_WEIGHTS: Readonly<Record<string, number>> = {
  Toyota: 16,
  Ford: 9,
  Mazda: 9,
  Hyundai: 8,
  Mitsubishi: 6,
  Nissan: 6,
  Kia: 6,
  Holden: 6,
  Subaru: 5,
  Volkswagen: 5,
  Honda: 4,
  Isuzu: 4,
  Jayco: 2,
  Avida: 0.3,
  Winnebago: 0.3,
  Trakka: 0.3,
  'Harley-Davidson': 3,
  'Mercedes-Benz': 2.5,
  BMW: 2.5,
  Suzuki: 2,
  Yamaha: 2,
  Kawasaki: 2,
  Audi: 2,
  MG: 2,
  Jeep: 1.5,
  Tesla: 1.5,
};
export const ITEM_WEIGHTS: Readonly<Record<VehicleType, number>> = {
  car: 88,
  truck: 3,
  motorcycle: 5,
  caravan: 4,
};
/** What showrooms order most of. */
export const SHAPE_WEIGHTS: Partial<Record<Shape, number>> = {
  ute: 4,
  suv: 4,
  'small-suv': 3,
  '4x4': 3,
  'large-suv': 3,
  hatch: 2,
};

/** Of a hundred vehicles on Australian roads; paints that are not named are one each. */
export const PAINT_WEIGHTS: Partial<Record<Paint, number>> = {
  white: 34,
  grey: 19,
  black: 15,
  silver: 14,
  blue: 9,
  red: 6,
};

/** Share of its value a year that a vehicle keeps, where it is not the usual one. */
export const KEPT_BY_SHAPE: Partial<Record<Shape, number>> = {
  '4x4': 0.93,
  ute: 0.92,
  'cab-chassis': 0.915,
  van: 0.9,
  truck: 0.925,
  'light-truck': 0.925,
  caravan: 0.935,
  'camper-trailer': 0.935,
  motorhome: 0.94,
  camper: 0.94,
  bus: 0.92,
};
