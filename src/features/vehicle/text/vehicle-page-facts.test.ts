import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { directionsUrl } from '#src/features/locations/location-directory.ts';
import { maskPhone, phoneForCar } from '#src/features/locations/location-phones.ts';
import { realPictures } from '#src/features/vehicle/media/vehicle-media.ts';
import { priceDisplay, pricingOf } from '#src/features/vehicle/price/price-display.ts';
import { type ItemType, type StockedVehicle, VehicleSchema } from '#src/features/vehicle/vehicle.ts';
import { vehicleCrumbs } from '#src/features/vehicle/vehicle-paths.ts';
import { COMMENTS_PENDING, dealerComments, isEmptyValue, previewText, regoText } from './display-text.ts';
import {
  badgeAndSeries,
  featureList,
  identityFacts,
  keyFacts,
  specifications,
  vehicleDescription,
} from './vehicle-facts.ts';

const car = (more: Partial<v.InferInput<typeof VehicleSchema>> = {}): StockedVehicle => ({
  ...v.parse(VehicleSchema, {
    make: 'Toyota',
    model: 'HiLux',
    year: 2021,
    badge: 'SR5',
    car_type: 'used',
    status: 'in_stock',
    ...more,
  }),
  id: 'v1',
  dealer: 'yard',
  slug: 'hilux-1',
  firstSeenAt: '2026-01-01T00:00:00Z',
  listedAt: null,
  updatedAt: '2026-01-01T00:00:00Z',
  soldAt: null,
  removedAt: null,
  advertised: null,
});
const TODAY = '2026-06-15';
const labels = (facts: readonly { label: string }[]) => facts.map(({ label }) => label);

describe('facts of the vehicle page', () => {
  it('VDP-07 undefined, null, "" and the word null are empty; 0 and false are not', () => {
    for (const empty of [undefined, null, '', '  ', 'null', 'NULL', ' null '])
      expect(isEmptyValue(empty)).toBe(true);
    for (const value of [0, false, 'nullable', 'no']) expect(isEmptyValue(value)).toBe(false);
  });

  it('VDP-07 key information starts with what shoppers ask first and leaves empty values out', () => {
    const full = car({
      km: 45_210,
      simple_transmission: 'Automatic',
      gearnum: 6,
      simple_fuel: 'Diesel',
      simple_body: 'ute',
      colour: 'null',
      enginesize_litres: 2.8,
      cylinders: 4,
    });
    expect(keyFacts(full)).toEqual([
      { label: 'Odometer', text: '45,210 km' },
      { label: 'Transmission', text: 'Automatic, 6\u00a0speed' },
      { label: 'Fuel', text: 'Diesel' },
      { label: 'Body', text: 'Ute' },
      { label: 'Engine', text: '2.8 L, 4 cylinders' },
    ]);
    expect(keyFacts(car({ km: 0 }))).toEqual([{ label: 'Odometer', text: '0 km' }]);
    expect(keyFacts(car({ cylinders: 1 }))).toEqual([{ label: 'Engine', text: '1 cylinder' }]);
    const electric = car({ simple_transmission: 'Automatic', gearnum: 1 });
    expect(keyFacts(electric)).toEqual([{ label: 'Transmission', text: 'Automatic' }]);
  });

  it('CFG-13 VDP-07 the engine of a motorcycle is in cc', () => {
    const motorcycle = car({
      item_type: 'motorcycle',
      enginesize: 347,
      enginesize_litres: 0.35,
      cylinders: 1,
    });
    expect(keyFacts(motorcycle)).toEqual([{ label: 'Engine', text: '347 cc, 1 cylinder' }]);
  });

  it('VDP-07 facts that identify a car are listed separately', () => {
    const full = car({
      ...{ colour: 'Red', seats: 5, vin: 'VIN1', warranty: '5 years', stocknum: 'U1', km: 1 },
      series: 'GUN126R',
    });
    expect(identityFacts(full, TODAY, false)).toEqual([
      { label: 'Colour', text: 'Red' },
      { label: 'Seats', text: '5' },
      { label: 'Warranty', text: '5 years' },
      { label: 'Series', text: 'GUN126R' },
      { label: 'VIN', text: 'VIN1' },
      { label: 'Stock number', text: 'U1' },
    ]);
    expect(labels(keyFacts(full))).toEqual(['Odometer']);
  });

  it.each([
    ['SR5', 'GUN126R', 'SR5 GUN126R'],
    ['SR5', undefined, 'SR5'],
    [undefined, 'GUN126R', 'GUN126R'],
    ['SR5 GUN126R', 'gun126r', 'SR5 GUN126R'],
    ['X5', 'X', 'X5 X'],
    ['SR5', 'null', 'SR5'],
    [undefined, undefined, null],
  ])('VDP-30 badge %s and series %s read "%s" below the title', (badge, series, text) => {
    expect(badgeAndSeries({ badge, series })).toBe(text);
  });

  it('VDP-29 specifications carry units, caravans feet and metres, and nothing empty', () => {
    expect(specifications(car())).toEqual([]);
    const rows = specifications(
      car({ towingcapacitybraked: 3500, ancaprating: '5', torque: 'null', body_length: 20, sleeps: 4 }),
    );
    expect(rows).toEqual([
      { label: 'ANCAP rating', text: '5 stars' },
      { label: 'Towing capacity, braked', text: '3,500 kg' },
      { label: 'Body length', text: '20 ft (6.10 m)' },
      { label: 'Sleeps', text: '4' },
    ]);
  });

  it.each([
    ['enginesize', 2755, '2,755 cc'],
    ['fuelconsumptioncombined', 7.9, '7.9 L/100 km'],
    ['fuelcapacity', 80, '80 L'],
    ['grossvehiclemass', 3050, '3,050 kg'],
    ['vehiclelength', 5325, '5,325 mm'],
    ['vehicleheight', 1815, '1,815 mm'],
    ['vehiclewidth', 1900, '1,900 mm'],
    ['towingcapacitybraked', 3500, '3,500 kg'],
    ['bodyconfiguration', 'Dual Cab', 'Dual Cab'],
    ['torque', '500 Nm', '500 Nm'],
    ['ancaprating', '5', '5 stars'],
    ['body_width', 8, '8 ft (2.44 m)'],
    ['body_length', 20.5, '20.5 ft (6.25 m)'],
    ['tare_weight', 2400, '2,400 kg'],
    ['axle_type', 'Tandem', 'Tandem'],
    ['sleeps', 4, '4'],
    ['aggregate_trailer_mass', 3000, '3,000 kg'],
  ])('VDP-29 %s %j is a row with "%s", and none if unknown', (field, value, text) => {
    expect(specifications(car({ [field]: value })).map((row) => row.text)).toEqual([text]);
    expect(specifications(car({ [field]: undefined }))).toEqual([]);
  });

  it.each<[string, ItemType, string | number, string]>([
    ['cylinders', 'car', 4, 'Engine: 4 cylinders'],
    ['enginesize_litres', 'car', 2.8, 'Engine: 2.8 L'],
    ['induction', 'car', 'Turbo', 'Engine: Turbo'],
    ['enginesize', 'motorcycle', 347, 'Engine: 347 cc'],
    ['grossvehiclemass', 'truck', 4500, 'GVM: 4,500 kg'],
    ['sleeps', 'caravan', 4, 'Berths: 4'],
    ['body_length', 'caravan', 20.5, 'Length: 20.5 ft (6.25 m)'],
    ['tare_weight', 'caravan', 2400, 'Tare: 2,400 kg'],
    ['aggregate_trailer_mass', 'caravan', 3000, 'Aggregate trailer mass: 3,000 kg'],
  ])('VDP-250 VDP-29 %s of a %s is said once, by the key information', (field, item_type, value, row) => {
    const vehicle = car({ item_type, [field]: value });
    const said = [...keyFacts(vehicle), ...specifications(vehicle)];
    expect(said.map(({ label, text }) => `${label}: ${text}`)).toEqual([row]);
  });

  it('VDP-250 the size of an engine is said once, however often a feed gives it', () => {
    const vehicle = car({ enginesize: 2755, enginesize_litres: 2.8, cylinders: 4 });
    expect([...keyFacts(vehicle), ...specifications(vehicle)]).toEqual([
      { label: 'Engine', text: '2.8 L, 4 cylinders' },
    ]);
  });

  it.each([
    [['Tow bar', 'Tow bar and wiring'], ['Tow bar and wiring']],
    [['Tow bar and wiring', 'Towbar', 'Tow-bar'], ['Tow bar and wiring']],
    [['Cruise control', 'Adaptive cruise control'], ['Adaptive cruise control']],
    [
      ['Sunroof', 'No sunroof'],
      ['Sunroof', 'No sunroof'],
    ],
    [
      ['Tow bar', 'Tow bar prep'],
      ['Tow bar', 'Tow bar prep'],
    ],
    [
      ['Air', 'Airbags'],
      ['Air', 'Airbags'],
    ],
  ])('VDP-250 the equipment %j is listed as %j', (standardEquipment, listed) => {
    expect(featureList(car({ standardEquipment }))).toEqual(listed);
  });

  it('VDP-250 no listed feature is part of another, and none that stands alone is lost', () => {
    const word = fc.constantFrom('tow', 'bar', 'rear', 'camera', 'seats', 'heated');
    const feature = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(fc.array(feature), (given) => {
        const listed = featureList(car({ standardEquipment: given }));
        const within = (one: string, other: string) => ` ${other} `.includes(` ${one} `);
        for (const each of given) expect(listed.some((one) => within(each, one))).toBe(true);
        for (const one of listed)
          expect(listed.filter((other) => other !== one && within(one, other))).toEqual([]);
      }),
    );
  });

  it('VDP-08 a feature named twice is listed once', () => {
    const listed = featureList(
      car({ filtered_features: ['Tow bar'], standardEquipment: ['tow bar', 'Cruise', 'null'] }),
    );
    expect(listed).toEqual(['Tow bar', 'Cruise']);
  });

  it('VDP-08 comments that are empty or only a separator are pending', () => {
    for (const nothing of [undefined, '', '---', ' * * * ', '|', 'null']) {
      expect(dealerComments(nothing)).toEqual({ text: COMMENTS_PENDING, isPending: true });
    }
    expect(COMMENTS_PENDING).toBe('Dealer comments are pending. Please check back here later.');
    expect(dealerComments('One owner.').isPending).toBe(false);
  });

  it('VDP-08 a text is cut at the limit and not below it, never through a character', () => {
    expect(previewText('a'.repeat(400), 400)).toEqual({ preview: 'a'.repeat(400), isCut: false });
    expect(previewText('a'.repeat(401), 400)).toEqual({ preview: `${'a'.repeat(400)}…`, isCut: true });
    expect(previewText('🚙🚙🚙', 2).preview).toBe('🚙🚙…');
    expect(previewText('Not with other offers', 10).preview).toBe('Not with…');
    expect(previewText('Not with other offers', 8).preview).toBe('Not with…');
  });

  it('VDP-18 a future registration expires on its date, a past one is Unregistered only where switched on', () => {
    expect(regoText('2027-03-12', TODAY, false)).toBe('Expires on 12 March 2027');
    expect(regoText(TODAY, TODAY, true)).toBe('Expires on 15 June 2026');
    expect(regoText('2026-06-14', TODAY, true)).toBe('Unregistered');
    expect(regoText('2026-06-14', TODAY, false)).toBeNull();
    expect(labels(identityFacts(car({ rego_expiry: '2026-06-14' }), TODAY, true))).toEqual(['Registration']);
    expect(identityFacts(car({ rego_expiry: '2026-06-14' }), TODAY, false)).toEqual([]);
  });

  it('CARD-06 a placeholder counts as no photo', () => {
    const ids = ['hilux-1', 'default', 'img-placeholder-2', 'no-photo', 'photos-coming-soon', 'defaulter-1'];
    expect(realPictures(ids.map((id) => ({ id }))).map(({ id }) => id)).toEqual(['hilux-1', 'defaulter-1']);
  });

  it('VDP-17 the phone shows its first five characters', () => {
    expect(maskPhone('07 5550 0110')).toBe('07 55*******');
    expect(maskPhone('131')).toBe('131');
  });

  it('CFG-18 the override wins, then the number of the car type where it is on, then the location', () => {
    const phones = { main: '1', used: '2' };
    expect(phoneForCar({ ...phones, override: '3' }, 'used', '4', true)).toBe('3');
    expect(phoneForCar(phones, 'used', '4', true)).toBe('2');
    expect(phoneForCar(phones, 'new', '4', true)).toBe('4');
    expect(phoneForCar(phones, 'used', '4', false)).toBe('4');
  });

  it('LOC-06 directions go to the place, else to the address', () => {
    const address = { street: '1 A St', city: 'Wallsend', state: 'nsw' as const, postcode: '2287' };
    expect(directionsUrl(address)).toBe(
      'https://www.google.com/maps/dir/?api=1&destination=1+A+St%2C+Wallsend+NSW+2287',
    );
    expect(directionsUrl({ ...address, place_url: 'https://maps.example/p' })).toBe('https://maps.example/p');
  });
});

describe('data for search engines', () => {
  const priceOf = (vehicle: StockedVehicle) =>
    priceDisplay(pricingOf(vehicle, { used: 'drive_away' }), { noPriceText: 'Price on request' });

  it('NAV-11 breadcrumbs are Home, car type, make, model, current page', () => {
    const crumbs = vehicleCrumbs(
      car({ make: 'Land Rover', model: 'Discovery 4' }),
      { name: 'This', slug: 'x' },
      { many: 'cars', isWeekly: false },
    );
    expect(crumbs).toEqual([
      { name: 'Home', path: '/' },
      { name: 'Used cars', path: '/search/used-cars' },
      { name: 'Land Rover', path: '/search/land-rover' },
      { name: 'Discovery 4', path: '/search/land-rover/discovery-4' },
      { name: 'This', path: '/cars/x' },
    ]);
  });

  it('VDP-30 the description never states a price without its type', () => {
    const priced = car({ price: 4_599_000, km: 100 });
    expect(vehicleDescription(priced, priceOf(priced), 'Yard')).toBe(
      'Used 2021 Toyota HiLux SR5 at Yard: 100 km, $45,990 drive away.',
    );
    const unpriced = car();
    expect(vehicleDescription(unpriced, priceOf(unpriced), 'Yard')).toBe(
      'Used 2021 Toyota HiLux SR5 at Yard.',
    );
  });
});
