import * as v from 'valibot';
import { expect, it } from 'vitest';
import { type Vehicle, VehicleSchema } from './vehicle.ts';
import { attributesIdentity, statedIdentity, vehicleSlug } from './vehicle-identity.ts';

const car = (more: object = {}) =>
  v.parse(VehicleSchema, {
    make: 'Citroën',
    model: 'C4 Cactus',
    year: 2021,
    car_type: 'used',
    status: 'in_stock',
    ...more,
  });

const vehicleIdentity = (vehicle: Vehicle) => statedIdentity(vehicle) ?? attributesIdentity(vehicle);

it('PLAT-03 a stock number identifies a car, in any case; else the VIN does', () => {
  const vin = '1M8GDM9AXKP042788';
  expect(vehicleIdentity(car({ stocknum: 'u12', vin }))).toBe('stock:U12');
  expect(vehicleIdentity(car({ vin: vin.toLowerCase() }))).toBe(`vin:${vin}`);
});

it.each(['0', 'UNKNOWN', 'TBA-17', '00000000000000000'])(
  'PLAT-22 %s in the VIN column does not make one car of many',
  (vin) => {
    expect(vehicleIdentity(car({ vin, km: 1 }))).not.toBe(vehicleIdentity(car({ vin, km: 2 })));
  },
);

it('PLAT-03 a car without number stays the same when its price, status or words change', () => {
  const before = vehicleIdentity(car({ price: 100, dealercomments: 'Nice' }));
  expect(vehicleIdentity(car({ price: 200, status: 'sold', dealercomments: 'Nicer' }))).toBe(before);
  expect(vehicleIdentity(car({ colour: 'Red' }))).not.toBe(before);
});

it('NAV-01 the slug has year, make, model and badge, then a distinguishing suffix', () => {
  const id = '0123456789abcdef';
  expect(vehicleSlug(car({ badge: 'Shine+', stocknum: 'U 12/3' }), id)).toBe(
    '2021-citroen-c4-cactus-shine-u-12-3',
  );
  expect(vehicleSlug(car(), id)).toBe('2021-citroen-c4-cactus-01234567');
  expect(vehicleSlug(car({ stocknum: '★' }), id)).toBe('2021-citroen-c4-cactus-01234567');
  expect(vehicleSlug(car({ badge: 'x'.repeat(300), stocknum: 'A1' }), id).length).toBeLessThan(80);
});
