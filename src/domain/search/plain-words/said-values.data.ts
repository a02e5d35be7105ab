import type { FacetName } from '#src/config/sections/search.ts';

/**
 * Words for stored values that shoppers do not see as they are stored. Each counts only where stock has the value.
 *
 * Why they are apart from `synonyms.data.ts`: a word here becomes a filter, which leaves out every other vehicle, so it
 * may have one meaning only. A synonym is for the engine, which searches texts and puts the better match first; there
 * "hatch" also finds a model whose name says "Hatchback". "Merc" is in both: with a filter while the make is in stock,
 * and as text beside words that were not understood. The reason for a row here is always the same: the value is on
 * the left, and on the right is what shoppers type for it, plurals and short forms included.
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

/** Other names of makes, each short for it or often misspelt so. They lead to a filter, as above. */
export const MAKES_SAID: Readonly<Record<string, readonly string[]>> = {
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

/** Colours that makers' names are made of. */
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
