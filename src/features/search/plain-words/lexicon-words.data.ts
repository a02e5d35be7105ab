import type { FacetName } from '#src/config/sections/stock/search-section.ts';
import { variants } from './word-meaning.ts';

/**
 * Query words for stored values, plurals and short forms included. They apply only if the value is in stock.
 *
 * Unlike `synonyms.data.ts`, a word here becomes a filter, which excludes all other vehicles, so it must be unambiguous.
 * Synonyms only affect the engine's text search and ranking: "hatch" also matches a model named "Hatchback". "Merc" is
 * in both: a filter if the make is in stock, otherwise text.
 */
export type ValueSynonyms = readonly [facet: FacetName, values: readonly string[], words: readonly string[]];

const said = (facet: FacetName, values: string, words: string): ValueSynonyms => [
  facet,
  values.split(', '),
  words.split(', '),
];

export const VALUE_SYNONYMS: readonly ValueSynonyms[] = [
  said('car_type', 'new', 'new, brand new'),
  said('car_type', 'demo', 'demo, demos, demonstrator, demonstrators, ex demo, ex demonstrator, demo model'),
  said('car_type', 'used', 'used, pre owned, second hand, secondhand, 2nd hand, pre loved'),
  said('item_type', 'car', 'car, cars'),
  said('item_type', 'truck', 'truck, trucks'),
  said(
    'item_type',
    'motorcycle',
    'motorcycle, motorcycles, motorbike, motorbikes, motor bike, motor bikes, bike, bikes',
  ),
  said('item_type', 'caravan', 'caravan, caravans'),
  said('status', 'in_stock', 'in stock'),
  said('status', 'coming_soon', 'coming soon'),
  said('body', 'suv', 'suv, suvs'),
  said('body', 'ute', 'ute, utes'),
  said('body', 'hatch, hatchback', 'hatch, hatches, hatchback, hatchbacks'),
  said('body', 'sedan', 'sedan, sedans, saloon'),
  said('body', 'wagon, stationWagon', 'wagon, wagons, station wagon, station wagons, estate'),
  said('body', 'coupe', 'coupe, coupes'),
  said('body', 'convertible', 'convertible, convertibles, cabriolet, cabrio'),
  said('body', 'softtop', 'soft top'),
  said('body', 'hardtop', 'hard top'),
  said('body', 'van', 'van, vans'),
  said('body', 'peopleMover', 'people mover, people movers'),
  said('body', 'bus', 'bus, buses, minibus, mini bus'),
  said('body', 'cabChassis', 'cab chassis'),
  said('body', 'lightTruck', 'light truck, light trucks'),
  said('body', 'motorhome', 'motorhome, motorhomes, motor home'),
  said('body', 'prestige', 'prestige'),
  said('fuel', 'Petrol', 'petrol, unleaded'),
  said('fuel', 'Diesel', 'diesel, deisel'),
  said('fuel', 'Hybrid', 'hybrid, hybrids, plug in hybrid, plugin hybrid, phev, petrol hybrid'),
  said('fuel', 'Electric', 'electric, ev, evs, fully electric'),
  said('fuel', 'LPG', 'lpg'),
  said(
    'transmission',
    'Automatic',
    'automatic, auto, automatic transmission, auto transmission, automatic gearbox',
  ),
  said('transmission', 'Manual', 'manual, manual transmission, manual gearbox'),
  said('drive', '4WD', '4wd, four wheel drive, 4 wheel drive, 4x4'),
  said('drive', 'AWD', 'awd, all wheel drive'),
  said('drive', 'FWD', 'fwd, front wheel drive'),
  said('drive', 'RWD', 'rwd, rear wheel drive'),
  said('drive', 'FWD, RWD', '2wd, 4x2, two wheel drive, 2 wheel drive'),
  said('body', '4x4', '4x4'),
  said('certified', 'true', 'certified, certified pre owned, cpo'),
  said('filtered_features', 'Apple CarPlay', 'carplay'),
  said('filtered_features', 'Reversing camera', 'reverse camera'),
  said('filtered_features', 'Satellite navigation', 'sat nav'),
  said('filtered_features', 'Adaptive cruise control', 'adaptive cruise, radar cruise control'),
  said('filtered_features', 'Sunroof', 'sun roof'),
  said('state', 'act', 'australian capital territory'),
  said('state', 'nsw', 'nsw, new south wales'),
  said('state', 'nt', 'northern territory'),
  said('state', 'qld', 'qld, queensland'),
  said('state', 'sa', 'south australia'),
  said('state', 'tas', 'tas, tasmania'),
  said('state', 'vic', 'vic, victoria'),
  said('state', 'wa', 'western australia'),
];

/** Short forms and common misspellings of makes. They become filters, as above. */
export const MAKE_SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  Chevrolet: ['chevy', 'chev'],
  'Harley-Davidson': ['harley'],
  Hyundai: ['hyandai', 'hundai', 'hyundia'],
  'Land Rover': ['landrover'],
  'Mercedes-Benz': ['mercedes', 'merc', 'benz', 'mercades', 'mercedez'],
  Mitsubishi: ['mitsubushi', 'mitsibushi', 'mitsi'],
  Nissan: ['nisan'],
  Porsche: ['porshe'],
  Subaru: ['suburu'],
  Toyota: ['toyta', 'toyotta'],
  Volkswagen: ['vw', 'volkswagon', 'volks'],
};

/** Basic colours within makers' colour names. */
export const BASE_COLOURS: readonly (readonly string[])[] = [
  ['white'],
  ['black'],
  ['silver'],
  ['grey', 'gray'],
  ['blue'],
  ['red'],
  ['green'],
  ['orange'],
  ['yellow'],
  ['gold'],
  ['bronze'],
  ['brown'],
  ['purple'],
  ['pink'],
  ['beige'],
  ['maroon'],
];

const setOf = (...lines: string[]): ReadonlySet<string> => new Set(lines.flatMap((line) => line.split(' ')));

/** Filler words, removed from the remaining text once other words were recognised. */
export const FILLERS = setOf(
  'a an the with and in for of to i im am is are has have that want wanting need needing looking look find show me my',
  'please any some sale buy',
);

/** Negations. */
export const NEGATIONS = variants(
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

/** Parts and trim: a colour, fuel or transmission before one of them does not describe the vehicle. */
export const PARTS = setOf(
  'leather interior trim upholstery cloth seat seats roof wheels wheel rims alloys pack package edition badge stitching',
  'accents decals stripe stripes windows window mirrors mirror tailgate boot doors door tail lights headlights wipers',
  'start stop brake brakes steering heated folding adjustable parts tyres tires battery clutch engine motor rego',
  'racks rack carrier trailer ramp book books handbook charger power assist sliding tint',
);

/** Phrases that contain a recognised word but mean something else. */
export const OTHER_PHRASES = variants(
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

/** The object of these verbs is towed, not bought. */
export const TOW_VERBS = setOf('tow tows towing pull pulls pulling haul hauling carry carrying fit fits');

/** Names that are also everyday words: a filter only as the entire query or after their make. */
export const ORDINARY_NAMES = setOf(
  'escape express journey pioneer classic rapid special regal element custom standard executive getaway territory',
  'essential supreme retreat smart man adventurer tracker explorer traveller family city work bolt rally up fit',
);

/**
 * Models whose names start with another model's. If only the shorter one is in stock, the longer name stays text:
 * "Corolla Cross" is not a Corolla.
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
