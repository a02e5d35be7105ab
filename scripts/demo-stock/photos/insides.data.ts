import type { Shape } from '../shapes.data.ts';

/** Photos of the inside by the shapes they may be of; a dealer has one trim for each. */
const FAMILY = ['cabin-light', 'cabin-rear', 'cabin-linen', 'cabin-saddle'];
const MODERN = ['cabin-modern', 'cabin-linen'];
const PRESTIGE = ['cabin-prestige'];
const RUGGED = ['cabin-rugged', 'cabin-saddle'];
const TRUCK = ['truck-cab'];
const BIKE = ['bike-cockpit'];
const CARAVAN = ['caravan-inside', 'caravan-kitchen'];
export const INSIDES: Readonly<Partial<Record<Shape, readonly string[]>>> = {
  micro: MODERN,
  hatch: [...FAMILY, ...PRESTIGE],
  'electric-hatch': MODERN,
  sedan: [...FAMILY, ...PRESTIGE],
  'electric-sedan': [...MODERN, ...PRESTIGE],
  'large-sedan': PRESTIGE,
  wagon: [...FAMILY, ...PRESTIGE],
  'small-suv': [...MODERN, ...PRESTIGE],
  'electric-small-suv': MODERN,
  suv: [...FAMILY, ...PRESTIGE],
  'electric-suv': MODERN,
  'large-suv': [...MODERN, ...PRESTIGE],
  '4x4': RUGGED,
  'off-road-wagon': RUGGED,
  ute: RUGGED,
  'large-ute': RUGGED,
  'cab-chassis': RUGGED,
  van: ['van-load'],
  'people-mover': FAMILY,
  bus: TRUCK,
  coupe: PRESTIGE,
  convertible: PRESTIGE,
  motorhome: CARAVAN,
  truck: TRUCK,
  tipper: TRUCK,
  'truck-tray': TRUCK,
  'truck-chassis': TRUCK,
  'light-truck': TRUCK,
  'light-tipper': TRUCK,
  'light-tray': TRUCK,
  'light-chassis': TRUCK,
  'naked-bike': BIKE,
  'sport-bike': BIKE,
  cruiser: BIKE,
  'adventure-bike': BIKE,
  caravan: CARAVAN,
};
