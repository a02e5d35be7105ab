/** Silhouettes the pictures know; each row of the catalogue names one. */
export const SHAPES = [
  'micro',
  'hatch',
  'sedan',
  'largesedan',
  'wagon',
  'smallsuv',
  'suv',
  'largesuv',
  '4x4',
  'ute',
  'largeute',
  'cabchassis',
  'van',
  'peoplemover',
  'bus',
  'coupe',
  'convertible',
  'camper',
  'motorhome',
  'truck',
  'naked',
  'sportbike',
  'cruiser',
  'adventure',
  'caravan',
  'campertrailer',
] as const;
export type Shape = (typeof SHAPES)[number];

/** Paints the pictures know. */
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
