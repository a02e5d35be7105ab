import fc from 'fast-check';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { STATES, type State } from '#src/config/sections/states.ts';
import { VehiclePageSchema } from '#src/config/sections/stock/vehicle-page-section.ts';
import { VehicleSchema } from '#src/features/vehicle/vehicle.ts';
import { comesWith, statutoryCover } from './comes-with.ts';
import { STATUTORY_RIGHTS } from './statutory-rights.data.ts';

const YEAR = 2026;
type Car = Partial<v.InferInput<typeof VehicleSchema>>;

const car = (fields: Car = {}) =>
  v.parse(VehicleSchema, {
    ...{ make: 'Kia', model: 'Rio', year: 2020, car_type: 'used', status: 'in_stock' },
    ...{ km: 60_000, simple_body: 'hatch', price: 2_000_000 },
    ...fields,
  });

const coverOf = (state: State, fields: Car = {}) => {
  const vehicle = car(fields);
  const price =
    vehicle.price === undefined
      ? ({ kind: 'none', cents: null } as const)
      : ({ kind: 'price', cents: vehicle.price } as const);
  const cover = statutoryCover({ vehicle, price, state, year: YEAR });
  return cover && `${cover.months} months, ${cover.km} km`;
};

it.each<[State, string, Car, string | undefined]>([
  ['qld', 'class A', {}, '3 months, 5000 km'],
  ['qld', 'class B by distance', { km: 160_000 }, '1 months, 1000 km'],
  ['qld', 'class B by age', { year: 2015 }, '1 months, 1000 km'],
  ['qld', 'a car that may be ten or nearly ten years old', { year: 2016 }, undefined],
  ['vic', 'up to 160,000 km', { km: 159_999 }, '3 months, 5000 km'],
  ['vic', 'from 160,000 km', { km: 160_000 }, undefined],
  ['vic', 'older than ten years', { year: 2015 }, undefined],
  ['nsw', 'below the luxury car tax', { price: 7_999_900 }, '3 months, 5000 km'],
  ['nsw', 'a luxury car', { price: 9_500_000 }, undefined],
  ['nsw', 'no price', { price: undefined }, undefined],
  ['sa', 'above $6,000', { year: 2012, km: 180_000 }, '3 months, 5000 km'],
  ['sa', 'from $3,001 to $6,000', { price: 600_000 }, '2 months, 3000 km'],
  ['sa', 'up to $3,000', { price: 300_000 }, undefined],
  ['wa', 'up to ten years and 150,000 km', {}, '3 months, 5000 km'],
  ['wa', 'up to twelve years and 180,000 km', { year: 2015, km: 170_000 }, '1 months, 1500 km'],
  ['wa', 'below $4,000', { price: 399_900 }, undefined],
  ['nt', 'the usual rule', {}, '3 months, 5000 km'],
  ['act', 'the usual rule', {}, '3 months, 5000 km'],
  ['tas', 'left to the dealer', {}, undefined],
])('VDP-262 statutory warranty in %s: %s', (state, _, fields, expected) => {
  expect(coverOf(state, fields)).toBe(expected);
});

it('VDP-262 a new car, one without distance or body, one that may carry goods, or one of a private seller has none', () => {
  for (const fields of [
    { car_type: 'new' as const },
    { km: undefined },
    { simple_body: undefined },
    { simple_body: 'ute' as const },
    { item_type: 'motorcycle' as const },
    { private_suburb: 'Ipswich' },
  ])
    expect(coverOf('qld', fields)).toBeUndefined();
});

it('VDP-262 more age or distance never gives a longer warranty', () => {
  const months = (state: State, year: number, km: number) =>
    Number(coverOf(state, { year, km })?.split(' ')[0] ?? 0);
  fc.assert(
    fc.property(
      fc.constantFrom(...STATES),
      fc.integer({ min: 2009, max: YEAR }),
      fc.integer({ min: 0, max: 250_000 }),
      fc.integer({ min: 0, max: 50_000 }),
      (state, year, km, more) => {
        // Of a car of ten years the warranty may be uncertain until its distance decides.
        fc.pre(YEAR - year !== 10);
        expect(months(state, year, km + more)).toBeLessThanOrEqual(months(state, year, km));
      },
    ),
  );
});

const settings = (comes: object | undefined) =>
  v.parse(VehiclePageSchema, {
    comesWith: comes,
    mobileWarranty: { used: '1-year dealer warranty' },
  });

type Options = { state?: State; fields?: Car; comes?: object | undefined; kind?: 'price' | 'subscription' };
const entries = ({ state = 'qld', fields = {}, comes = {}, kind = 'price' }: Options = {}) =>
  comesWith(
    { vehicle: car(fields), price: { kind, cents: 2_000_000 }, state, year: YEAR, noun: 'car' },
    settings(comes),
    {
      history: { label: 'History report', href: 'https://reports.example/1' },
      hasInspection: true,
    },
  );
const titles = (options?: Options) => entries(options).map(({ title }) => title);

it('VDP-261 what is known is one list: warranties, inspection, history, cooling-off, the dealer’s own, guarantees', () => {
  const items = [
    { title: 'Safety certificate', text: 'Issued before you drive away.', carTypes: ['used'] },
    { title: 'Welcome pack', text: 'Mats and a full tank.', carTypes: ['new'] },
  ];
  expect(titles({ comes: { items } })).toEqual([
    ...['Warranty', 'Statutory warranty', 'Inspection report', 'History', 'Cooling-off period'],
    ...['Safety certificate', 'Consumer guarantees'],
  ]);
});

it('VDP-276 of two warranties each says whose it is; one alone needs no such words', () => {
  const linesOf = (warranty: string) => entries({ fields: { warranty } })[0]?.lines;
  expect(linesOf('3 months or 5,000 km')).toEqual([
    'This car: 3 months or 5,000 km',
    'All our used cars: 1-year dealer warranty',
  ]);
  for (const text of ['null', '1-year dealer warranty'])
    expect(linesOf(text)).toEqual(['1-year dealer warranty']);
});

it('VDP-268 a dealer that does not ask for it has no list', () => {
  expect(
    comesWith(
      { vehicle: car(), price: { kind: 'price', cents: 1 }, state: 'qld', year: YEAR, noun: 'car' },
      settings(undefined),
      { hasInspection: true },
    ),
  ).toEqual([]);
});

it('VDP-269 a subscription has no list', () => {
  expect(entries({ kind: 'subscription' })).toEqual([]);
});

it('VDP-268 a dealer leaves out statutory warranty and cooling-off', () => {
  const left = titles({ comes: { statutoryWarranty: false, coolingOff: false } });
  expect(left).not.toContain('Statutory warranty');
  expect(left).not.toContain('Cooling-off period');
});

it.each<[State, Car, string | undefined]>([
  ['qld', {}, '1 business day to change your mind'],
  ['qld', { car_type: 'new' }, undefined],
  ['vic', { car_type: 'new' }, '3 business days to change your mind'],
  ['act', {}, '3 business days to change your mind'],
  ['sa', {}, '2 business days to change your mind'],
  ['nsw', {}, 'If you finance it through us: 1 business day'],
  ['wa', {}, undefined],
  ['nt', {}, undefined],
  ['tas', {}, undefined],
  ['vic', { simple_body: 'van' }, undefined],
])('VDP-263 cooling-off in %s of %o', (state, fields, words) => {
  const entry = entries({ state, fields }).find(({ title }) => title === 'Cooling-off period');
  if (words === undefined) expect(entry).toBeUndefined();
  else expect(entry?.lines[0]).toContain(words);
});

it('VDP-262 every state has an official source', () => {
  for (const state of STATES) {
    const { url } = STATUTORY_RIGHTS[state].source;
    expect(new URL(url).hostname).toMatch(/\.gov\.au$/);
  }
});
