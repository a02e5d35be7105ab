import * as v from 'valibot';
import { expect, it } from 'vitest';
import { type AdvertisedPrice, VehicleSchema } from '#src/features/vehicle/vehicle.ts';
import { zonedDate } from '#src/platform/time/clock.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';
import { advertisedPrice } from './listing-history.ts';
import { priceHistory } from './price-history.ts';

const BRISBANE = 'Australia/Brisbane';
const NOW = new Date('2026-11-24T02:00:00Z');
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS).toISOString();

type Price = {
  price?: number;
  price_type?: 'drive_away' | 'excluding_government_charges';
  offer_price?: number;
};

/** The advertised price after imports on these days, oldest first. */
const afterImports = (...imports: [days: number, price: Price][]) =>
  imports.reduce<AdvertisedPrice | null>((known, [days, price]) => {
    const car = { make: 'Kia', model: 'Rio', year: 2020, car_type: 'used', status: 'in_stock', ...price };
    return advertisedPrice(v.parse(VehicleSchema, car), known, daysAgo(days));
  }, null);

const historyOf = (advertised: AdvertisedPrice | null, cents = advertised?.cents ?? null) =>
  priceHistory(advertised, { kind: 'price', cents, typeText: 'Drive away' }, NOW, BRISBANE);

const rowsOf = (...imports: [number, Price][]) =>
  historyOf(afterImports(...imports))?.rows.map(({ dayText, priceText, change }) =>
    [dayText, priceText, change].filter(Boolean).join(', '),
  );

it('VDP-260 every price is listed with its day and change, rises too, newest first', () => {
  const history = rowsOf(
    [48, { price: 2_769_000 }],
    [30, { price: 2_649_000 }],
    [12, { price: 2_699_000 }],
    [3, { price: 2_699_000, offer_price: 2_499_000 }],
  );
  expect(history).toEqual([
    '21 November 2026, $24,990, $2,000 less',
    '12 November 2026, $26,990, $500 more',
    '25 October 2026, $26,490, $1,200 less',
    '7 October 2026, $27,690',
  ]);
});

it.each<[string, [number, Price][]]>([
  ['a single price', [[48, { price: 2_769_000 }]]],
  [
    'a price that changed back within a day',
    [
      [48, { price: 2_769_000 }],
      [10.2, { price: 276_900 }],
      [10, { price: 2_769_000 }],
    ],
  ],
  [
    'another type of price before',
    [
      [48, { price: 2_769_000, price_type: 'drive_away' }],
      [10, { price: 2_569_000, price_type: 'excluding_government_charges' }],
    ],
  ],
  [
    'no price before',
    [
      [48, {}],
      [10, { price: 2_769_000 }],
    ],
  ],
])('VDP-267 %s has no history', (_, imports) => {
  expect(historyOf(afterImports(...imports))).toBeNull();
});

it('VDP-267 prices of another type, and those before a time without a price, are left out', () => {
  expect(
    rowsOf([60, { price: 3_000_000 }], [50, {}], [40, { price: 2_900_000 }], [20, { price: 2_800_000 }]),
  ).toEqual(['4 November 2026, $28,000, $1,000 less', '15 October 2026, $29,000']);
});

it('VDP-267 a displayed price that is not the advertised one, or is no price, has no history', () => {
  const advertised = afterImports([48, { price: 2_769_000 }], [10, { price: 2_569_000 }]);
  expect(historyOf(advertised, 2_400_000)).toBeNull();
  expect(
    priceHistory(
      advertised,
      { kind: 'subscription', cents: 2_569_000, typeText: 'Subscription' },
      NOW,
      BRISBANE,
    ),
  ).toBeNull();
});

it('VDP-266 the chart begins with the first price and ends today; a smaller change is a smaller step', () => {
  const of = (cents: number) => historyOf(afterImports([40, { price: 3_000_000 }], [10, { price: cents }]));
  expect(of(2_400_000)).toMatchObject({
    line: 'M0 6H225V66H300',
    summary: 'Price over 40 days: from $30,000 to $24,000, Drive away',
  });
  expect(of(2_970_000)?.line).toBe('M0 31H225V41H300');
});

it('VDP-299 below the chart are the days of the first price and of today, and prices are clear of its line', () => {
  const shown = historyOf(afterImports([40, { price: 3_000_000 }], [10, { price: 2_400_000 }]));
  expect(shown?.ends.map(({ day }) => day)).toEqual([shown?.rows.at(-1)?.day, zonedDate(NOW, BRISBANE).date]);
  expect(shown?.labels.map(({ level, side }) => `${level} ${side}`)).toEqual(['8 above', '92 below']);
  const risen = historyOf(afterImports([40, { price: 2_400_000 }], [10, { price: 3_000_000 }]));
  expect(risen?.labels.map(({ side }) => side)).toEqual(['below', 'above']);
});

it('VDP-275 the chart names its first price and its last, and others where they have room', () => {
  const labelsOf = (...imports: [number, Price][]) =>
    historyOf(afterImports(...imports))?.labels.map(({ text, at, anchor }) => `${text} ${at} ${anchor}`);
  expect(labelsOf([40, { price: 3_000_000 }], [0.5, { price: 2_940_000 }])).toEqual([
    '$30,000 0 start',
    '$29,400 100 end',
  ]);
  expect(
    labelsOf(
      [100, { price: 3_000_000 }],
      [70, { price: 2_900_000 }],
      [68, { price: 2_950_000 }],
      [20, { price: 2_800_000 }],
    ),
  ).toEqual(['$30,000 0 start', '$29,500 56 middle', '$28,000 100 end']);
});

it('VDP-275 a change of 2% is a step of a quarter of the chart or more', () => {
  const line = historyOf(afterImports([40, { price: 3_000_000 }], [10, { price: 2_940_000 }]))?.line;
  const [from = 0, to = 0] = [...(line ?? '').matchAll(/[ V](\d+)/g)].map(([, y]) => Number(y));
  expect(to - from).toBeGreaterThanOrEqual(18);
});

it('VDP-260 the last 14 prices are remembered, the newest of them all', () => {
  const imports = Array.from({ length: 20 }, (_, at): [number, Price] => [
    60 - 2 * at,
    { price: 3_000_000 - at * 10_000 },
  ]);
  const rows = rowsOf(...imports);
  expect(rows).toHaveLength(14);
  expect(rows?.[0]).toContain('$28,100');
});
