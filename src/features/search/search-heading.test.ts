import { expect, it } from 'vitest';
import { searchDescription, searchHeading, searchTitle } from './search-wording.ts';

it.each([
  [{}, 'New, used and demo cars in Brisbane'],
  [{ car_type: ['used'] }, 'Used cars in Brisbane'],
  [{ car_type: ['demo', 'new'] }, 'New and demo cars in Brisbane'],
  [{ make: ['Toyota'] }, 'Toyota cars for sale in Brisbane'],
  [{ make: ['Toyota'], model: ['HiLux'] }, 'Toyota HiLux for sale in Brisbane'],
  [{ car_type: ['used'], make: ['Toyota'] }, 'Used Toyota for sale in Brisbane'],
  [{ make: ['Toyota', 'Mazda'] }, 'Toyota and Mazda cars for sale in Brisbane'],
  [{ make: ['Toyota', 'Mazda', 'Kia'] }, 'New, used and demo cars in Brisbane'],
  [{ dealership_name: ['Riverbend South'] }, 'Cars at Riverbend South'],
])('NAV-02 %j is headed "%s"', (lists, heading) => {
  expect(searchHeading({ lists, ranges: {} }, 'Brisbane')).toBe(heading);
});

it.each([
  [{ body: ['suv'] }, {}, 'SUVs in Brisbane'],
  [{ body: ['suv'] }, { price: { min: null, max: 30_000 } }, 'SUVs under $30,000 in Brisbane'],
  [{ car_type: ['used'], body: ['ute', 'suv'] }, {}, 'Used utes and SUVs in Brisbane'],
  [{ body: ['hatch', 'hatchback'] }, {}, 'Hatchbacks in Brisbane'],
  [{ body: ['4x4'] }, {}, '4x4s in Brisbane'],
  [{ body: ['cabChassis'] }, {}, 'Cab chassis in Brisbane'],
  [{ body: ['bus'] }, {}, 'Buses in Brisbane'],
  [{ body: ['prestige'] }, {}, 'Prestige cars in Brisbane'],
  [{ body: ['suv', 'ute', 'van'] }, {}, 'New, used and demo cars in Brisbane'],
  [{}, { price: { min: 20_000, max: 30_000 } }, 'Cars from $20,000 to $30,000 in Brisbane'],
  [{}, { price: { min: 100_000, max: null } }, 'Cars over $100,000 in Brisbane'],
  [{}, { subscription_price: { min: null, max: 250 } }, 'Cars under $250 a week in Brisbane'],
  [{}, { year: { min: 2020, max: null } }, 'Cars from 2020 in Brisbane'],
  [{}, { year: { min: 2020, max: 2020 } }, '2020 cars in Brisbane'],
  [{ body: ['suv'], car_type: ['used'] }, { year: { min: 2020, max: 2020 } }, 'Used 2020 SUVs in Brisbane'],
  [{}, { year: { min: null, max: 2018 } }, 'Cars up to 2018 in Brisbane'],
  [{ fuel: ['Diesel'], transmission: ['Automatic'] }, {}, 'Automatic diesel cars in Brisbane'],
  [{ fuel: ['Electric', 'Hybrid'] }, {}, 'Electric and hybrid cars in Brisbane'],
  [{ fuel: ['LPG'] }, {}, 'LPG cars in Brisbane'],
  [
    { seats: ['7'], fuel: ['Hybrid'], body: ['suv'] },
    { price: { min: null, max: 50_000 } },
    '7-seat hybrid SUVs under $50,000 in Brisbane',
  ],
  [{ seats: ['7'] }, { price: { min: 0, max: 45_000 } }, '7-seaters under $45,000 in Brisbane'],
  [{ seats: ['7'], fuel: ['Hybrid'] }, {}, 'Hybrid 7-seaters in Brisbane'],
  [{ make: ['Toyota'], seats: ['7'] }, {}, 'Toyota 7-seaters for sale in Brisbane'],
  [{ make: ['Toyota'], model: ['Kluger'], seats: ['7'] }, {}, '7-seat Toyota Kluger for sale in Brisbane'],
  [{ make: ['Toyota'], body: ['suv'] }, {}, 'Toyota SUVs for sale in Brisbane'],
  [
    { make: ['Toyota'], model: ['HiLux'], body: ['ute'] },
    { price: { min: null, max: 45_000 } },
    'Toyota HiLux under $45,000 for sale in Brisbane',
  ],
  [
    { car_type: ['used'], make: ['Mazda'], transmission: ['Automatic'] },
    { year: { min: 2018, max: null } },
    'Used automatic Mazda from 2018 for sale in Brisbane',
  ],
  [{ body: ['suv'], location_name: ['Valley'] }, {}, 'SUVs at Valley'],
  [{ model: ['HiLux'] }, {}, 'New, used and demo cars in Brisbane'],
])('NAV-02 %j with %j is headed "%s"', (lists, ranges, heading) => {
  expect(searchHeading({ lists, ranges }, 'Brisbane')).toBe(heading);
});

it('NAV-02 a heading speaks the dealer’s noun', () => {
  const under = { price: { min: null, max: 90_000 } };
  expect(searchHeading({ lists: {}, ranges: under }, 'Dubbo', { one: 'truck', many: 'trucks' })).toBe(
    'Trucks under $90,000 in Dubbo',
  );
});

it('NAV-02 titles say how many', () => {
  expect(searchTitle('Used cars in Brisbane', 1)).toBe('Used cars in Brisbane: 1 car');
  expect(searchTitle('Used cars in Brisbane', 2140)).toBe('Used cars in Brisbane: 2,140 cars');
});

it('NAV-02 a description promises repayments only where there are any', () => {
  const described = (hasRepayments: boolean) =>
    searchDescription('Used cars in Wallsend', 335, { name: 'Kookaburra', hasRepayments });
  expect(described(true)).toBe(
    'Used cars in Wallsend. Compare 335 cars with photos, prices and repayments at Kookaburra, and enquire online.',
  );
  expect(described(false)).not.toContain('repayments');
});

it('NAV-02 all stock of a yard that sells used cars is headed so', () => {
  const headed = (lists: object) => searchHeading({ lists, ranges: {} }, 'Wallsend', undefined, ['used']);
  expect(headed({})).toBe('Used cars in Wallsend');
  expect(headed({ make: ['Kia'] })).toBe('Used Kia for sale in Wallsend');
});

it('CFG-05 a heading names no condition that the site does not sell', () => {
  const headed = (lists: object) =>
    searchHeading({ lists, ranges: {} }, 'Newcastle', undefined, ['new', 'used']);
  expect(headed({})).toBe('New and used cars in Newcastle');
  expect(headed({ make: ['Kia'] })).toBe('Kia cars for sale in Newcastle');
});

it('LOC-13 the stock of several locations is headed by the first of them', () => {
  const at = (...location_name: string[]) =>
    searchHeading({ lists: { location_name }, ranges: {} }, 'Brisbane');
  expect(at('Valley')).toBe('Cars at Valley');
  expect(at('Valley', 'North')).toBe('Cars at Valley and North');
  expect(at('Valley', 'North', 'South')).toBe('Cars at Valley and 2 other locations');
});

it('CFG-16 at a subscription site a heading says how a car is had, not that it is for sale', () => {
  const noun = { one: 'car', many: 'cars', had: 'by subscription' };
  const headed = (lists: object) => searchHeading({ lists, ranges: {} }, 'Sydney', noun);
  expect(headed({})).toBe('Cars by subscription in Sydney');
  expect(headed({ car_type: ['used'] })).toBe('Cars by subscription in Sydney');
  expect(headed({ make: ['Kia'], model: ['Picanto'] })).toBe('Kia Picanto by subscription in Sydney');
});
