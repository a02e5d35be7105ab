/** Models that photos show; each row of the catalogue names one. */
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
export type Shape = (typeof SHAPES)[number];

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
