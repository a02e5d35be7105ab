/** Bodies of vehicles; each row of the catalogue names one. */
export const SHAPES = [
  'micro',
  'hatch',
  'sedan',
  'large-sedan',
  'wagon',
  'small-suv',
  'suv',
  'large-suv',
  '4x4',
  'ute',
  'large-ute',
  'cab-chassis',
  'van',
  'people-mover',
  'bus',
  'coupe',
  'convertible',
  'camper',
  'motorhome',
  'truck',
  'light-truck',
  'naked-bike',
  'sport-bike',
  'cruiser',
  'adventure-bike',
  'caravan',
  'camper-trailer',
] as const;

/** What photos tell apart within a body: what drives it, its years, what a truck carries. */
const FINER_SHAPES = [
  'electric-hatch',
  'electric-sedan',
  'electric-small-suv',
  'electric-suv',
  'older-sedan',
  'older-suv',
  'off-road-wagon',
  'tipper',
  'truck-tray',
  'truck-chassis',
  'light-tipper',
  'light-tray',
  'light-chassis',
] as const;

/** No photo shows these. */
const UNSEEN_SHAPES = [
  'two-door-ute',
  'three-door-4x4',
  'small-convertible',
  'minibus',
  'box-truck',
  'three-axle-chassis',
  'crew-truck',
  'service-truck',
  'prime-mover',
  'agitator',
  'bonneted-truck',
  'touring-bike',
  'single-axle-caravan',
  'teardrop-camper',
] as const;

export const PICTURED_SHAPES = [...SHAPES, ...FINER_SHAPES, ...UNSEEN_SHAPES] as const;
export type Shape = (typeof PICTURED_SHAPES)[number];

/** Paints that photos show. */
export const PAINTS = [
  'white',
  'silver',
  'grey',
  'black',
  'red',
  'blue',
  'green',
  'orange',
  'bronze',
] as const;
export type Paint = (typeof PAINTS)[number];
