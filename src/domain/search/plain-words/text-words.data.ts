import { ways } from './word-meaning.ts';

const setOf = (...lines: string[]): ReadonlySet<string> => new Set(lines.flatMap((line) => line.split(' ')));

/** Says nothing of a vehicle; left out of what stays text once the rest was understood. */
export const FILLERS = setOf(
  'a an the with and in for of to i im am is are has have that want wanting need needing looking look find show me my',
  'please any some sale buy',
);

/** Turns what follows into its opposite. */
export const DENIALS = ways(
  'not',
  'no',
  'non',
  'without',
  'except',
  'except for',
  'excluding',
  'other than',
  'anything but',
  'rather than',
  'instead of',
  'dont want',
  'not in',
);

/** Parts and trim: a colour, fuel or gearbox before one of them is not the vehicle's own. */
export const PARTS = setOf(
  'leather interior trim upholstery cloth seat seats roof wheels wheel rims alloys pack package edition badge stitching',
  'accents decals stripe stripes windows window mirrors mirror tailgate boot doors door tail lights headlights wipers',
  'start stop brake brakes steering heated folding adjustable parts tyres tires battery clutch engine motor rego',
  'racks rack carrier trailer ramp book books handbook charger power assist sliding tint',
);

/** Phrases that hold a word of ours and mean something else. */
export const OTHER_PHRASES = ways(
  'near new',
  'nearly new',
  'almost new',
  'like new',
  'as new',
  'as good as new',
  'new arrival',
  'new arrivals',
  'new stock',
  'new listing',
  'new listings',
  'new shape',
  'new model',
  'new price',
  'mini van',
  'mini vans',
  'mild hybrid',
  'service manual',
  'owners manual',
  'workshop manual',
  'car yard',
  'car loan',
  'car finance',
  'towing capacity',
  'camper van',
  'first owner',
  'family owned',
  'needs work',
  'work done',
  'grey import',
  'grey imports',
  'gray import',
  'never used',
  'manual mode',
  'auto mode',
);

/** Pulling something is no wish to buy it. */
export const TOWS = setOf('tow tows towing pull pulls pulling haul hauling carry carrying fit fits');

/** Names that ordinary words share: a filter only where nothing else is typed, or with their make. */
export const ORDINARY_NAMES = setOf(
  'escape express journey pioneer classic rapid special regal element custom standard executive getaway territory',
  'essential supreme retreat smart man adventurer tracker explorer traveller family city work bolt rally up fit',
);

/**
 * Models whose names begin with another model's. Where stock has the shorter one alone, the longer name stays text:
 * "Corolla Cross" is no Corolla.
 */
export const LONGER_NAMES: readonly (readonly [make: string, name: string])[] = [
  ['Ford', 'Mustang Mach-E'],
  ['Ford', 'Transit Custom'],
  ['Ford', 'E-Transit'],
  ['Ford', 'Puma Gen-E'],
  ['Honda', 'Civic Type R'],
  ['Hyundai', 'Staria Load'],
  ['Jeep', 'Grand Cherokee'],
  ['Jeep', 'Wagoneer S'],
  ['Land Rover', 'Discovery Sport'],
  ['Land Rover', 'Range Rover Sport'],
  ['Land Rover', 'Range Rover Evoque'],
  ['Land Rover', 'Range Rover Velar'],
  ['Mazda', 'MX-5 RF'],
  ['Mitsubishi', 'Eclipse Cross'],
  ['Mitsubishi', 'Pajero Sport'],
  ['Peugeot', '2008'],
  ['Renault', 'Megane E-Tech'],
  ['Renault', 'Grand Scenic'],
  ['Suzuki', 'Grand Vitara'],
  ['Toyota', 'Corolla Cross'],
  ['Toyota', 'GR Corolla'],
  ['Toyota', 'GR Yaris'],
  ['Toyota', 'LandCruiser Prado'],
  ['Toyota', 'Yaris Cross'],
  ['Volkswagen', 'Golf Alltrack'],
  ['Volkswagen', 'Tiguan Allspace'],
];
