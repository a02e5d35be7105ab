import fc from 'fast-check';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { type AdvertisedPrice, VehicleSchema } from '#src/features/vehicle/vehicle.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';
import { advertisedPrice, priceDrop } from './listing-history.ts';

const BRISBANE = 'Australia/Brisbane';
const NOW = new Date('2026-11-24T02:00:00Z');
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS).toISOString();

type Car = Partial<v.InferInput<typeof VehicleSchema>>;
const car = (fields: Car) =>
  v.parse(VehicleSchema, {
    ...{ make: 'Kia', model: 'Rio', year: 2020, car_type: 'used', status: 'in_stock' },
    ...fields,
  });

/** The advertised price after imports on these days, oldest first. */
const afterImports = (...imports: [daysAgo: number, fields: Car][]) =>
  imports.reduce<AdvertisedPrice | null>(
    (known, [days, fields]) => advertisedPrice(car(fields), known, daysAgo(days)),
    null,
  );

const dropOf = (advertised: AdvertisedPrice | null, cents = advertised?.cents ?? null) =>
  priceDrop(advertised, { kind: 'price', cents }, NOW, BRISBANE);

it('VDP-09 a drop is shown with the last day of the earlier price', () => {
  expect(dropOf(afterImports([40, { price: 3_200_000 }], [20, { price: 3_000_000 }]))).toBe(
    '$2,000 less than on 3 November',
  );
});

it('VDP-09 an import that changes something else leaves price and day unchanged', () => {
  const imports = [
    [40, { price: 3_200_000 }],
    [20, { price: 3_000_000 }],
    [5, { price: 3_000_000, km: 9 }],
  ] as const;
  expect(dropOf(afterImports(...imports.map(([days, fields]): [number, Car] => [days, fields])))).toBe(
    '$2,000 less than on 3 November',
  );
});

it('VDP-09 the year is shown if it differs from the current one', () => {
  const advertised = afterImports([60, { price: 3_200_000 }], [20, { price: 3_000_000 }]);
  const january = new Date(NOW.getTime() + 38 * DAY_MS);
  expect(priceDrop(advertised, { kind: 'price', cents: 3_000_000 }, january, BRISBANE)).toBe(
    '$2,000 less than on 3 November 2026',
  );
});

it.each<[string, [number, Car][]]>([
  [
    'a rise',
    [
      [40, { price: 3_000_000 }],
      [20, { price: 3_200_000 }],
    ],
  ],
  [
    'less than $100',
    [
      [40, { price: 3_000_000 }],
      [20, { price: 2_990_001 }],
    ],
  ],
  [
    'a price that was up for six days',
    [
      [26, { price: 3_200_000 }],
      [20, { price: 3_000_000 }],
    ],
  ],
  [
    'a drop of two months ago',
    [
      [90, { price: 3_200_000 }],
      [61, { price: 3_000_000 }],
    ],
  ],
  [
    'a price of another type',
    [
      [40, { price: 3_200_000, price_type: 'drive_away' }],
      [20, { price: 3_000_000, price_type: 'excluding_government_charges' }],
    ],
  ],
  [
    'no price before',
    [
      [40, {}],
      [20, { price: 3_000_000 }],
    ],
  ],
  [
    'no price now',
    [
      [40, { price: 3_200_000 }],
      [20, {}],
    ],
  ],
  [
    'the end of an offer',
    [
      [40, { price: 3_200_000, offer_price: 2_900_000 }],
      [20, { price: 3_000_000 }],
    ],
  ],
  ['a vehicle seen once', [[40, { price: 3_200_000 }]]],
])('VDP-09 no drop is shown for %s', (_, imports) => {
  expect(dropOf(afterImports(...imports))).toBeNull();
});

it('VDP-09 an offer below the price is a drop', () => {
  const offered = afterImports(
    [40, { price: 3_200_000 }],
    [20, { price: 3_200_000, offer_price: 3_100_000 }],
  );
  expect(dropOf(offered)).toBe('$1,000 less than on 3 November');
});

it('VDP-09 a price from another source, or not of a sale, has no history', () => {
  const advertised = afterImports([40, { price: 3_200_000 }], [20, { price: 3_000_000 }]);
  expect(dropOf(advertised, 2_999_900)).toBeNull();
  expect(priceDrop(advertised, { kind: 'subscription', cents: 3_000_000 }, NOW, BRISBANE)).toBeNull();
  expect(priceDrop(null, { kind: 'price', cents: 3_000_000 }, NOW, BRISBANE)).toBeNull();
});

it('VDP-09 for any series of prices, the drop shown is the difference to a price advertised that day', () => {
  const prices = fc.array(
    fc.record({ days: fc.integer({ min: 1, max: 30 }), dollars: fc.integer({ min: 0, max: 500 }) }),
    {
      minLength: 1,
      maxLength: 6,
    },
  );
  fc.assert(
    fc.property(prices, (steps) => {
      let day = steps.reduce((sum, { days }) => sum + days, 0);
      const timeline: { at: number; cents: number }[] = [];
      let advertised: AdvertisedPrice | null = null;
      for (const { days, dollars } of steps) {
        const cents = 2_000_000 + dollars * 100;
        advertised = advertisedPrice(car({ price: cents }), advertised, daysAgo(day));
        timeline.push({ at: day, cents });
        day -= days;
      }
      const text = dropOf(advertised);
      if (text === null) return;
      const [, amount = '', date = ''] = /^\$([\d,]+) less than on (.+)$/.exec(text) ?? [];
      const noon = Date.parse(`${date} ${NOW.getUTCFullYear()} 02:00 UTC`);
      const daysBack = (NOW.getTime() - noon) / DAY_MS;
      const then = timeline.findLast(({ at }) => at >= daysBack);
      expect(then && then.cents - (advertised?.cents ?? 0)).toBe(Number(amount.replaceAll(',', '')) * 100);
    }),
  );
});
