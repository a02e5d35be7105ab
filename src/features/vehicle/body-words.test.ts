import { expect, it } from 'vitest';
import { bodiesOf } from './body-words.ts';
import { bodyText } from './text/vehicle-facts.ts';
import type { Vehicle } from './vehicle.ts';

const bodies = (more: Partial<Vehicle>) => bodiesOf(more as Vehicle);

it.each<[Partial<Vehicle>, string[]]>([
  [{}, []],
  [{ simple_body: 'ute', bodyconfiguration: 'Dual Cab SUV' }, ['ute']],
  [{ simple_body: 'suv', other_bodies: ['ev', 'prestige'] }, ['suv', 'ev', 'prestige']],
  [{ simple_body: 'ev', other_bodies: ['suv'] }, ['suv', 'ev']],
  [{ simple_body: 'ev', bodyconfiguration: '5 Door SUV' }, ['suv', 'ev']],
  [{ simple_body: 'prestige', bodyconfiguration: '4D Sedan' }, ['sedan', 'prestige']],
  // SUVs are wagons to Australian data.
  [{ simple_body: 'ev', bodyconfiguration: '5 Door Wagon' }, ['ev']],
])('SRCH-245 a vehicle of %j is found under %j', (vehicle, expected) => {
  expect(bodies(vehicle)).toEqual(expected);
});

it.each<[Partial<Vehicle>, string | undefined]>([
  [{ simple_body: 'suv', other_bodies: ['ev'], simple_fuel: 'Electric' }, 'SUV'],
  [{ simple_body: 'ev', simple_fuel: 'Electric' }, undefined],
  [{ simple_body: 'prestige' }, 'Prestige'],
])('SRCH-245 the body of %j reads %s, without a second word for electric', (vehicle, expected) => {
  expect(bodyText(vehicle as Vehicle)).toBe(expected);
});
