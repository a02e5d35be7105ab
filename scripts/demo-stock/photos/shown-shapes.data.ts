import type { Shape } from '../shapes.data.ts';

/** The models whose photos are used for a model without any, nearest first. */
export const STAND_INS: Readonly<Record<Shape, readonly Shape[]>> = {
  micro: ['hatch'],
  hatch: ['micro'],
  sedan: ['large-sedan', 'hatch'],
  'large-sedan': ['sedan'],
  wagon: ['hatch', 'small-suv'],
  'small-suv': ['suv'],
  suv: ['small-suv', 'large-suv'],
  'large-suv': ['suv', '4x4'],
  '4x4': ['large-suv', 'suv'],
  ute: ['large-ute'],
  'large-ute': ['ute'],
  'cab-chassis': ['ute', 'light-truck'],
  van: ['people-mover'],
  'people-mover': ['van'],
  bus: ['people-mover', 'van'],
  coupe: ['convertible', 'sedan'],
  convertible: ['coupe'],
  camper: ['van', 'people-mover'],
  motorhome: ['camper', 'van'],
  truck: ['light-truck'],
  'light-truck': ['truck'],
  'naked-bike': ['sport-bike'],
  'sport-bike': ['naked-bike'],
  cruiser: ['naked-bike'],
  'adventure-bike': ['naked-bike'],
  caravan: ['camper-trailer'],
  'camper-trailer': ['caravan'],
};

/** Photos of the inside by the models they may be of; one trim for each. */
const FAMILY = ['cabin-light', 'cabin-rear'];
const MODERN = ['cabin-modern'];
const PRESTIGE = ['cabin-prestige'];
const RUGGED = ['cabin-rugged'];
const TRUCK = ['truck-cab'];
const BIKE = ['bike-cockpit'];
const CARAVAN = ['caravan-inside', 'caravan-kitchen'];
export const INSIDES: Readonly<Record<Shape, readonly string[]>> = {
  micro: MODERN,
  hatch: FAMILY,
  sedan: FAMILY,
  'large-sedan': PRESTIGE,
  wagon: FAMILY,
  'small-suv': MODERN,
  suv: FAMILY,
  'large-suv': MODERN,
  '4x4': RUGGED,
  ute: RUGGED,
  'large-ute': RUGGED,
  'cab-chassis': RUGGED,
  van: ['van-load'],
  'people-mover': FAMILY,
  bus: TRUCK,
  coupe: PRESTIGE,
  convertible: PRESTIGE,
  camper: MODERN,
  motorhome: CARAVAN,
  truck: TRUCK,
  'light-truck': TRUCK,
  'naked-bike': BIKE,
  'sport-bike': BIKE,
  cruiser: BIKE,
  'adventure-bike': BIKE,
  caravan: CARAVAN,
  'camper-trailer': [],
};
