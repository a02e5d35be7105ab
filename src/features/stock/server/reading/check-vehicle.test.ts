import * as v from 'valibot';
import { expect, it } from 'vitest';
import { type Vehicle, VehicleSchema } from '#src/features/vehicle/vehicle.ts';
import { type CheckRules, checkVehicle } from './check-vehicle.ts';

const RULES = {
  locations: [{ slug: 'north' }],
  dealerships: [{ slug: 'group' }],
  thisYear: 2026,
  today: '2026-03-01',
} as unknown as CheckRules;

const check = (more: Partial<Vehicle>) =>
  checkVehicle(
    v.parse(VehicleSchema, {
      make: 'Kia',
      model: 'Rio',
      year: 2019,
      car_type: 'used',
      status: 'in_stock',
      ...more,
    }),
    RULES,
  );
const told = (more: Partial<Vehicle>) =>
  check(more).findings.map(({ field, reason, skipped }) => [field, reason, skipped]);

it('PLAT-03 a year further ahead than next year’s models skips the row', () => {
  expect(told({ year: 2028 })).toEqual([]);
  expect(told({ year: 2029 })).toEqual([['year', 'not_allowed', true]]);
  expect(check({ year: 2029 }).vehicle).toBeUndefined();
});

it('PLAT-23 an unknown place is left out and named, a known one stays', () => {
  expect(check({ location_slug: 'north', dealership_slug: 'group' })).toMatchObject({
    vehicle: { location_slug: 'north', dealership_slug: 'group' },
    findings: [],
  });
  const { vehicle, findings } = check({ location_slug: 'south', dealership_slug: 'other' });
  expect(vehicle).toMatchObject({ make: 'Kia' });
  expect(vehicle).not.toHaveProperty('location_slug');
  expect(vehicle).not.toHaveProperty('dealership_slug');
  expect(findings.map(({ field, expected }) => [field, expected])).toEqual([
    ['location_slug', expect.stringContaining('north')],
    ['dealership_slug', expect.stringContaining('group')],
  ]);
});

it('PLAT-03 a VIN with a wrong check digit is stored and named', () => {
  expect(told({ vin: '1m8gdm9axkp042788' })).toEqual([]);
  expect(told({ vin: '1M8GDM9A1KP042788' })).toEqual([['vin', 'doubtful', false]]);
  expect(check({ vin: 'CHASSIS-7' }).vehicle?.vin).toBe('CHASSIS-7');
});

it('PLAT-22 a VIN of seventeen zeros is left out and named', () => {
  expect(told({ vin: '00000000000000000' })).toEqual([['vin', 'implausible', false]]);
  expect(check({ vin: '00000000000000000' }).vehicle).not.toHaveProperty('vin');
});

const CAR = { item_type: 'car', car_type: 'used', year: 2019, km: 50_000, price: 25_990_00 } as const;

it.each([
  ['km of nines', { km: 9_999_999 }, ['km']],
  ['km of six nines', { km: 999_999 }, ['km']],
  ['more km than any vehicle has', { km: 2_540_000 }, ['km']],
  ['0 km on a used car of 2010', { year: 2010, km: 0 }, ['km']],
  ['0 km on a used car of this year', { year: 2026, km: 0 }, ['km']],
  ['254 km on a truck of 2017', { item_type: 'truck', year: 2017, km: 254 }, ['km']],
  ['0 km on a new car', { car_type: 'new', year: 2026, km: 0 }, []],
  ['8 km on a demonstrator', { car_type: 'demo', year: 2025, km: 8 }, []],
  ['300 km on a motorcycle of 2017', { item_type: 'motorcycle', year: 2017, km: 300 }, []],
  ['0 km on a used motorcycle', { item_type: 'motorcycle', year: 2010, km: 0 }, ['km']],
  ['a subscription at $9,999,999 a week', { subscription_price: 999_999_900 }, ['subscription_price']],
  ['a subscription at $219 a week', { subscription_price: 21_900 }, []],
  ['a car at $32.99', { price: 32_99 }, ['price']],
  ['a car at $9,999,999', { price: 9_999_999_00 }, ['price']],
  ['a part at $32.99', { item_type: 'part', price: 32_99 }, []],
  ['an offer at $29.99', { offer_price: 29_99 }, ['offer_price']],
  ['a listing in the future', { created_at: '2026-11-03' }, ['created_at']],
  ['a listing of 1970', { created_at: '1970-01-01' }, ['created_at']],
  ['a listing of today', { created_at: '2026-03-01' }, []],
  ['registration until 2099', { rego_expiry: '2099-12-31' }, ['rego_expiry']],
  ['a build date of year 1', { build_date: '0001-01-01' }, ['build_date']],
  ['a build date of 1900', { compliance_date: '1/1/1900' }, ['compliance_date']],
  ['a build date', { build_date: '03/2019' }, []],
  ['a car of 4.53 mm', { vehiclelength: 4.53 }, ['vehiclelength']],
  ['a car of 300 seats', { seats: 300 }, ['seats']],
] as const)('PLAT-22 %s is left out and reported only if no vehicle has it', (_, more, fields) => {
  const { vehicle, findings } = check({ ...CAR, ...more });
  expect(findings.map(({ field, reason, skipped }) => [field, reason, skipped])).toEqual(
    fields.map((field) => [field, 'implausible', false]),
  );
  for (const [field, value] of Object.entries(more))
    expect(vehicle?.[field as keyof Vehicle], field).toBe(
      fields.length > 0 && fields.join() === field ? undefined : value,
    );
});

it('PLAT-22 a price that is none takes along what is compared with it', () => {
  const { vehicle } = check({ ...CAR, price: 32_99, before_price: 35_000_00, offer_price: 31_000_00 });
  expect(vehicle).not.toHaveProperty('price');
  expect(vehicle).not.toHaveProperty('before_price');
  expect(vehicle).not.toHaveProperty('offer_price');
});
