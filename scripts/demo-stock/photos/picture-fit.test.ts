import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { expect, test } from 'vitest';
import { demoDealers } from '../../../tests/fixtures/demo-dealers.ts';
import { generateDemoStock } from '../demo-stock.ts';
import { type FeedVehicle, pictureId, pictureIdsOf } from '../feed-vehicle.ts';
import { PAINTS, PICTURED_SHAPES } from '../shapes.data.ts';
import { DEMO_PHOTOS, demoPhotosOf } from './photo-library.ts';
import { MANIFEST_FILE, type PictureManifest } from './picture-manifest.ts';

const TODAY = '2026-11-21';
const stocks = demoDealers().map((dealer) => ({
  dealer,
  stock: generateDemoStock({ dealer, today: TODAY }),
}));

type Facts = Omit<FeedVehicle, 'images'>;
const isCar = ({ item_type }: Facts) => item_type === 'car';
const isElectric = ({ simple_fuel }: Facts) => simple_fuel === 'Electric';
const burns = (facts: Facts) => isCar(facts) && !isElectric(facts);
const isBuilt = (form: RegExp) => (facts: Facts) => form.test(String(facts.bodyconfiguration));
const isTruck = (words: RegExp) => (facts: Facts) =>
  facts.item_type === 'truck' && words.test(String(facts.badge));
const mass = ({ grossvehiclemass = 0 }: Facts) => Number(grossvehiclemass);
const isChassis = (facts: Facts) =>
  facts.item_type === 'truck' && !/tipper|tray|pack|curtain|crew|mover|agitator/i.test(String(facts.badge));
const isBike = ({ item_type }: Facts) => item_type === 'motorcycle';
const seats = ({ seats: count = 0 }: Facts) => Number(count);
const high = ({ vehicleheight = 0 }: Facts) => Number(vehicleheight);
const long = ({ vehiclelength = 0 }: Facts) => Number(vehiclelength);

/** What a vehicle has to be, in the words of its own feed, to be shown as a shape. */
const FITS: Readonly<Record<string, (facts: Facts) => boolean>> = {
  micro: (car) => burns(car) && long(car) < 4200,
  hatch: (car) => burns(car) && long(car) < 4600,
  'electric-hatch': (car) => isElectric(car) && high(car) < 1610 && long(car) < 4600,
  sedan: (car) => burns(car) && isBuilt(/Sedan/)(car),
  'older-sedan': (car) => burns(car) && isBuilt(/Sedan/)(car) && car.year <= 2017,
  'large-sedan': (car) => burns(car) && long(car) > 4900,
  'electric-sedan': (car) => isElectric(car) && high(car) < 1520,
  wagon: (car) => burns(car) && high(car) < 1700,
  'small-suv': (car) => burns(car) && long(car) < 4600 && high(car) > 1480,
  suv: (car) => burns(car) && high(car) > 1480 && seats(car) >= 5,
  'large-suv': (car) => burns(car) && long(car) > 4600 && high(car) > 1630,
  'older-suv': (car) => burns(car) && car.year <= 2022 && high(car) > 1600,
  'electric-small-suv': (car) => isElectric(car) && long(car) < 4500,
  'electric-suv': (car) => isElectric(car) && high(car) > 1540,
  '4x4': (car) => burns(car) && car.simple_drive === '4WD' && Number(car.doors) === 5,
  'off-road-wagon': (car) => burns(car) && car.simple_drive === '4WD' && high(car) > 1740 && seats(car) >= 5,
  ute: (car) => isCar(car) && car.simple_body === 'ute' && Number(car.doors) === 4,
  'large-ute': (car) => isCar(car) && long(car) > 5800,
  'cab-chassis': (car) => isCar(car) && car.simple_body === 'cabChassis',
  van: (car) => isCar(car) && car.simple_body === 'van',
  'people-mover': (car) => burns(car) && seats(car) >= 7,
  bus: (car) => isCar(car) && seats(car) > 15,
  coupe: (car) => burns(car) && Number(car.doors) === 2,
  convertible: (car) => burns(car) && Number(car.doors) === 2 && long(car) > 3700,
  camper: (car) => isCar(car) && car.simple_body === 'motorhome' && long(car) < 5600,
  motorhome: (car) => isCar(car) && car.simple_body === 'motorhome' && long(car) > 5600,
  truck: isTruck(/Curtainsider/),
  tipper: (truck) => isTruck(/Tipper/)(truck) && mass(truck) >= 9000,
  'light-tipper': (truck) => isTruck(/Tipper/)(truck) && mass(truck) < 9000,
  'truck-tray': (truck) => isTruck(/tray/i)(truck) && mass(truck) >= 9000,
  'light-tray': (truck) => isTruck(/tray|Trade/i)(truck) && mass(truck) < 9000,
  'light-truck': isTruck(/Vanpack/),
  'truck-chassis': (truck) => isChassis(truck) && mass(truck) >= 9000 && mass(truck) <= 20_000,
  'light-chassis': (truck) => isChassis(truck) && mass(truck) < 9000,
  'naked-bike': isBike,
  'sport-bike': isBike,
  'adventure-bike': isBike,
  cruiser: (bike) => isBike(bike) && !/Road Glide|Gold Wing|Challenger/.test(bike.model),
  caravan: ({ item_type, axle_type }) => item_type === 'caravan' && axle_type === 'Tandem',
  'camper-trailer': ({ item_type, vehicleheight = 0 }) =>
    item_type === 'caravan' && Number(vehicleheight) < 2000,
};
const PHOTO = /^demo-(?<shape>[\w-]+)-(?<paint>[a-z]+)-[a-z]+$/;
const shownAs = (vehicle: FeedVehicle) => PHOTO.exec(pictureId(vehicle.images[0] ?? ''))?.groups;

test.each(stocks)('VDP-282 every picture of $dealer.slug fits what its vehicle is', ({ stock }) => {
  const misfits = stock.flatMap((vehicle) => {
    const shape = shownAs(vehicle)?.shape;
    if (shape === undefined || FITS[shape]?.(vehicle)) return [];
    return [`${vehicle.year} ${vehicle.make} ${vehicle.model} ${vehicle.badge} as ${shape}`];
  });
  expect([...new Set(misfits)]).toEqual([]);
});

test.each(stocks)('VDP-283 $dealer.slug shows a badge of a model in one shape only', ({ stock }) => {
  const shapes = new Map<string, Set<string>>();
  for (const vehicle of stock) {
    const shape = shownAs(vehicle)?.shape;
    const name = `${vehicle.make} ${vehicle.model} ${vehicle.series} ${vehicle.badge} ${vehicle.bodyconfiguration}`;
    if (shape) shapes.set(name, (shapes.get(name) ?? new Set()).add(shape));
  }
  expect([...shapes].filter(([, all]) => all.size > 1).map(([name]) => name)).toEqual([]);
});

/** What each dealer shows, by the file's place below the repository. */
const SITE_PICTURE = /\/pictures\/[\w-]+\.webp/g;
const sitePicturesOf = (dealer: (typeof stocks)[number]['dealer']) =>
  new Set(Array.from(JSON.stringify(dealer).matchAll(SITE_PICTURE), ([path]) => `public${path}`));

/** Pictures that several dealers show. */
function sharedOf(pictures: readonly (readonly [dealer: string, shown: ReadonlySet<string>])[]): string[] {
  const owners = new Map<string, string[]>();
  for (const [dealer, shown] of pictures)
    for (const picture of shown) owners.set(picture, [...(owners.get(picture) ?? []), dealer]);
  return [...owners]
    .filter(([, all]) => all.length > 1)
    .map(([picture, all]) => `${picture}: ${all.join(', ')}`);
}

test('VDP-284 no picture of a vehicle is shown by two dealers', () => {
  const shown = stocks.map(
    ({ dealer, stock }) => [dealer.slug, new Set(stock.flatMap(pictureIdsOf))] as const,
  );
  expect(sharedOf(shown)).toEqual([]);
});

test('VDP-285 no picture of a place is shown by two dealers', () => {
  expect(sharedOf(stocks.map(({ dealer }) => [dealer.slug, sitePicturesOf(dealer)] as const))).toEqual([]);
});

test('VDP-286 every committed picture belongs to a dealer', () => {
  const manifest = JSON.parse(readFileSync(MANIFEST_FILE, 'utf8')) as PictureManifest;
  const owned = new Set(
    stocks.flatMap(({ dealer }) => {
      const photos = demoPhotosOf(dealer.slug);
      const ids = PICTURED_SHAPES.flatMap((shape) => [
        ...PAINTS.flatMap((paint) => photos.exteriorsOf(shape, paint)),
        ...photos.insideOf(shape),
        ...photos.spinOf(shape),
      ]);
      return [...ids.map((id) => relative('.', DEMO_PHOTOS.fileOf(id))), ...sitePicturesOf(dealer)];
    }),
  );
  const others = Object.keys(manifest).filter((file) => !owned.has(file) && !file.includes('/panoramas/'));
  expect(others).toEqual([]);
});

/** Pictures of premises, inside or out; the others are of roads and camps. */
const PREMISES = [
  ...['metro', 'metro-showroom', 'metro-service', 'moorooka', 'springwood', 'north-lakes'],
  ...['north-lakes-service', 'wallsend', 'wallsend-row', 'toowoomba', 'warwick', 'toowoomba-service'],
  ...['yard-shed', 'alexandria', 'parramatta', 'salon', 'salon-gallery', 'brighton', 'depot'],
  ...['dandenong-south-service', 'laverton-north', 'victoria-park', 'osborne-park', 'heatherbrae'],
  ...['heatherbrae-workshop'],
].map((name) => `/pictures/${name}.webp`);

test.each(stocks)('LOC-287 pictures of the locations of $dealer.slug show their premises', ({ dealer }) => {
  const pictures = dealer.locations.flatMap(({ image, photos }) => [
    ...photos,
    ...(image ? [image.image, image.thumb] : []),
  ]);
  expect(pictures.flatMap((picture) => picture?.url ?? []).filter((url) => !PREMISES.includes(url))).toEqual(
    [],
  );
});
