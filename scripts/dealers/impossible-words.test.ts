import * as v from 'valibot';
import { expect, it } from 'vitest';
import { FeedSchema } from '#src/config/sections/stock/feed-section.ts';
import { checkedDealer } from '../../tests/fixtures/checked-dealer.ts';
import { impossibleWords } from './impossible-words.ts';

const { dealer } = checkedDealer();
const findings = (more: object) => {
  const feed = v.parse(FeedSchema, { file: 'stock.csv', format: 'csv', columns: {}, ...more });
  return impossibleWords({ ...dealer, stock: { ...dealer.stock, feed } });
};

it('PLAT-03 valid constants and replacements are not reported', () => {
  expect(
    findings({
      constants: { status: 'In Stock', year: '2024', price: '32,990', body_width: '0' },
      values: { simple_body: { Twincab: 'ute', Other: '' }, status: { Gone: 'deleted' } },
    }),
  ).toEqual([]);
});

it('PLAT-03 a constant or replacement no vehicle may have is found with the known words and the nearest', () => {
  expect(
    findings({
      constants: { status: 'in stok', year: '3024', certified: 'perhaps', price: '11,799,000' },
      values: { simple_body: { Twincab: 'utte' }, simple_fuel: { Premium: 'gasoline oil' } },
    }),
  ).toMatchInlineSnapshot(`
    [
      {
        "expected": "one of in_stock, coming_soon, sold, withdrawn",
        "path": "stock.feed.constants.status",
        "received": ""in stok"",
        "remedy": "Did you mean "in_stock"?",
      },
      {
        "expected": "at most 2100",
        "path": "stock.feed.constants.year",
        "received": ""3024"",
        "remedy": "Write a value that vehicles can have.",
      },
      {
        "expected": "yes or no",
        "path": "stock.feed.constants.certified",
        "received": ""perhaps"",
        "remedy": "Write a value that vehicles can have.",
      },
      {
        "expected": "a price up to $10,000,000, received $11,799,000",
        "path": "stock.feed.constants.price",
        "received": ""11,799,000"",
        "remedy": "Write a value that vehicles can have.",
      },
      {
        "expected": "one of sedan, coupe, convertible, hatchback, stationWagon, suv, peopleMover, van, ute, 4x4, bus, cabChassis, ev, hardtop, hatch, motorhome, lightTruck, prestige, softtop, wagon",
        "path": "stock.feed.values.simple_body.Twincab",
        "received": ""utte"",
        "remedy": "Did you mean "ute"?",
      },
      {
        "expected": "one of Petrol, Diesel, Hybrid, Electric, LPG",
        "path": "stock.feed.values.simple_fuel.Premium",
        "received": ""gasoline oil"",
        "remedy": "Write a value that vehicles can have.",
      },
    ]
  `);
});

it('PLAT-03 a constant that withdraws every vehicle is found', () => {
  expect(findings({ constants: { status: 'deleted' } })).toMatchObject([
    { path: 'stock.feed.constants.status' },
  ]);
});

it('PLAT-03 a constant or replacement that names a place the dealer does not have is found', () => {
  const [own] = dealer.locations;
  const found = findings({
    constants: { location_slug: 'nowhere' },
    values: { location_slug: { 'Yard 1': own?.slug }, dealership_slug: { A: 'elsewhere' } },
  });
  expect(found).toMatchObject([
    { path: 'stock.feed.constants.location_slug', expected: expect.stringContaining(own?.slug ?? '') },
    { path: 'stock.feed.values.dealership_slug.A' },
  ]);
});
