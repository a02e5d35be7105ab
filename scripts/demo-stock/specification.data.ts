import type { BodyType } from '#src/features/vehicle/vehicle.ts';
import type { Shape } from './shapes.data.ts';

/** As feeds name them. */
export const FUEL_NAMES: Readonly<Record<string, string>> = {
  Petrol: 'Petrol - Unleaded',
  Hybrid: 'Petrol / electric hybrid',
  Diesel: 'Diesel',
  Electric: 'Electric',
  LPG: 'LPG',
};
export const CONFIGURATIONS: Readonly<Record<string, string>> = {
  ute: 'Dual Cab Pick-up',
  cabChassis: 'Cab Chassis',
  lightTruck: 'Cab Over',
  van: 'Panel Van',
  peopleMover: 'People Mover',
  bus: 'Minibus',
  motorhome: 'Motorhome',
  convertible: 'Convertible',
  softtop: 'Soft Top',
  hardtop: 'Hard Top',
  coupe: 'Coupe',
};

/** What the photos of a model show, as a body. */
export const BODY_OF_SHAPE: { readonly [S in Shape]?: BodyType } = {
  micro: 'hatch',
  hatch: 'hatch',
  sedan: 'sedan',
  'large-sedan': 'sedan',
  'small-suv': 'suv',
  suv: 'suv',
  'large-suv': 'suv',
};
