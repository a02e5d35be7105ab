import { expect, it } from 'vitest';
import { FUEL_DEFAULTS, fuelCost, fuelDollars, readFuelField, usesFuel } from './cost-calculators.ts';

it('VDP-12 250 km a week at 10 L/100 km and $1.70 cost $42.50 a week', () => {
  const { weekly, monthly, yearly } = fuelCost(FUEL_DEFAULTS);
  expect([weekly, monthly, yearly].map(fuelDollars)).toEqual(['$42.50', '$184.17', '$2,210.00']);
});

it('VDP-12 a vehicle without fuel has no fuel cost', () => {
  expect(usesFuel({ simple_fuel: 'Electric', item_type: 'car' })).toBe(false);
  for (const fuel of ['Electric', ' ELECTRIC ', 'EV', 'BEV'])
    expect(usesFuel({ fuel, item_type: 'car' }), fuel).toBe(false);
  for (const fuel of ['Hybrid (Petrol/Electric)', 'Diesel', ''])
    expect(usesFuel({ fuel, item_type: 'car' }), fuel).toBe(true);
  expect(usesFuel({ simple_fuel: 'Hybrid', fuel: 'Electric', item_type: 'car' })).toBe(true);
  expect(usesFuel({ item_type: 'caravan' })).toBe(false);
  expect(usesFuel({ simple_fuel: 'Hybrid', item_type: 'car' })).toBe(true);
});

it('VDP-12 only a number from 0 to the limit is accepted', () => {
  expect(readFuelField('fuel_price', ' 2.099 ')).toBe(2.099);
  expect(readFuelField('weekly_km', '0')).toBe(0);
  for (const text of ['', '-1', '1e3', 'abc', '10.5.1', '11', 'Infinity', '1,70'])
    expect(readFuelField('fuel_price', text)).toBeUndefined();
});
