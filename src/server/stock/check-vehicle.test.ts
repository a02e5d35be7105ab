import * as v from 'valibot';
import { expect, it } from 'vitest';
import { type Vehicle, VehicleSchema } from '#src/domain/vehicle/vehicle.ts';
import { type CheckRules, checkVehicle } from './check-vehicle.ts';

const RULES = {
  locations: [{ slug: 'north' }],
  dealerships: [{ slug: 'group' }],
  thisYear: 2026,
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

it('PLAT-03 an unknown place is left out and named, a known one stays', () => {
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
