import fc from 'fast-check';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { type StockedVehicle, VehicleSchema } from '#src/features/vehicle/vehicle.ts';
import { recommendedScore } from './recommended-score.ts';

const SITE = {
  verticals: ['cars' as const, 'caravans' as const],
  subscription: false,
  stock: { defaultPriceType: { used: 'drive_away' as const } },
};

type Facts = { photos?: number; listed?: string; id?: string } & Record<string, unknown>;

function car({ photos = 8, listed = '2026-03-01', id = 'a1', ...more }: Facts = {}): StockedVehicle {
  const vehicle = v.parse(VehicleSchema, {
    ...{ make: 'Toyota', model: 'Corolla', year: 2021, car_type: 'used', status: 'in_stock' },
    ...{ simple_body: 'hatch', price: 2_500_000 },
    ...more,
  });
  const at = `${listed}T00:00:00.000Z`;
  return {
    ...vehicle,
    images: Array.from({ length: photos }, (_, n) => ({ id: `p${n}`, version: 1 })),
    ...{ id, slug: id, dealer: 'yard', soldAt: null, removedAt: null, advertised: null },
    ...{ firstSeenAt: at, listedAt: at, updatedAt: at },
  } as StockedVehicle;
}

const score = (facts: Facts = {}) => recommendedScore(car(facts), SITE);

it.each([
  ['is not for sale', { status: 'sold' }],
  ['is reserved', { reserved: true }],
  ['has no photo', { photos: 0 }],
  ['has no price', { price: undefined }],
  ['is no car, at a dealer who mainly sells cars', { item_type: 'caravan', simple_body: undefined }],
  ['is a motorhome, which a feed counts as a car', { simple_body: 'motorhome' }],
  ['has few photos', { photos: 2 }],
] as [string, Facts][])(
  'SRCH-250 a vehicle that %s comes after one without that fault, however new',
  (_, fault) => {
    expect(score({ ...fault, listed: '2026-11-01' })).toBeLessThan(score({ listed: '2020-01-01' }));
  },
);

it('SRCH-250 a motorhome is what a dealer in caravans mainly sells', () => {
  const caravans = { ...SITE, verticals: ['caravans' as const, 'cars' as const] };
  expect(recommendedScore(car({ simple_body: 'motorhome' }), caravans)).toBeGreaterThan(
    recommendedScore(car(), caravans),
  );
});

it('SRCH-250 a weekly price of a subscription site is a price', () => {
  const site = { ...SITE, subscription: true };
  const weekly = car({ price: undefined, subscription_price: 18_000 });
  expect(recommendedScore(weekly, site)).toBeGreaterThan(recommendedScore(car({ price: undefined }), site));
});

it('SRCH-251 of two alike the one listed more than three weeks later comes first, whatever their ids', () => {
  const id = fc.string({ minLength: 1, maxLength: 24 });
  const day = fc.integer({ min: 0, max: 3000 });
  const dateOf = (at: number) => new Date(Date.UTC(2019, 0, 1 + at)).toISOString().slice(0, 10);
  fc.assert(
    fc.property(id, id, day, fc.integer({ min: 21, max: 2000 }), (one, other, at, later) => {
      const newer = score({ id: one, listed: dateOf(at + later) });
      expect(newer).toBeGreaterThan(score({ id: other, listed: dateOf(at) }));
    }),
  );
});

it('SRCH-251 a delivery of one day, a make after another, is mixed', () => {
  const makes = ['Toyota', 'Mazda', 'Kia'];
  const delivered = makes.flatMap((make, at) =>
    Array.from({ length: 20 }, (_, n) => car({ id: `stk-${20_000 + at * 20 + n}`, make })),
  );
  const first = delivered
    .toSorted((a, b) => recommendedScore(b, SITE) - recommendedScore(a, SITE))
    .slice(0, 12);
  expect(new Set(first.map(({ make }) => make)).size).toBe(makes.length);
});
