import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { type Vehicle, VehicleSchema } from '#src/domain/vehicle/vehicle.ts';
import type { KnownVehicle } from '#src/providers/database/vehicles.ts';
import { type FeedVehicle, identify, planImport } from './plan-import.ts';

const car = (more: Partial<Vehicle>): Vehicle =>
  v.parse(VehicleSchema, {
    make: 'Kia',
    model: 'Rio',
    year: 2019,
    car_type: 'used',
    status: 'in_stock',
    ...more,
  });
const feedOf = (...cars: Vehicle[]): FeedVehicle[] => cars.map((vehicle, at) => ({ row: at + 2, vehicle }));

/** What the database would hold after the plan was carried out. */
function carriedOut(
  known: readonly KnownVehicle[],
  feed: readonly FeedVehicle[],
  now: string,
): KnownVehicle[] {
  const plan = planImport('yard', identify('yard', feed).unique, known, { id: now, now });
  const written = new Map(known.map((row) => [row.id, row]));
  for (const row of plan.writes) written.set(row.id, row);
  for (const id of plan.removed) {
    const row = written.get(id);
    if (row) written.set(id, { ...row, removed_at: now });
  }
  return [...written.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

// Few values, so that stock numbers, slugs and whole cars meet often; "A-1" and "A/1" want one slug.
const cars = fc
  .record({
    stocknum: fc.constantFrom('A-1', 'A/1', 'B2', undefined),
    model: fc.constantFrom('Rio', 'Cerato'),
    price: fc.constantFrom(1_000_000, 2_000_000, undefined),
    status: fc.constantFrom('in_stock' as const, 'sold' as const),
  })
  .map(({ stocknum, price, ...rest }) =>
    car({ ...rest, ...(stocknum ? { stocknum } : {}), ...(price ? { price } : {}) }),
  );
const stocks = fc.uniqueArray(cars, { selector: (one) => one.stocknum ?? JSON.stringify(one), maxLength: 8 });

describe('the plan of an import', () => {
  it('PLAT-03 any order of the same rows leads to the same stock, feed after feed', () => {
    const shuffled = (stock: Vehicle[]) =>
      fc.shuffledSubarray(stock, { minLength: stock.length, maxLength: stock.length });
    const feeds = fc.array(
      stocks.chain((stock) => fc.tuple(fc.constant(stock), shuffled(stock))),
      { minLength: 1, maxLength: 4 },
    );
    fc.assert(
      fc.property(feeds, (each) => {
        let one: KnownVehicle[] = [];
        let other: KnownVehicle[] = [];
        for (const [at, [stock, again]] of each.entries()) {
          one = carriedOut(one, feedOf(...stock), `2026-01-0${at + 1}`);
          other = carriedOut(other, feedOf(...again), `2026-01-0${at + 1}`);
        }
        expect(other).toEqual(one);
      }),
    );
  });

  it('PLAT-03 slugs and ids are never shared, ids suit the search engine, a second import changes nothing', () => {
    fc.assert(
      fc.property(fc.array(stocks, { minLength: 1, maxLength: 4 }), (feeds) => {
        let rows: KnownVehicle[] = [];
        for (const [at, stock] of feeds.entries()) {
          rows = carriedOut(rows, feedOf(...stock), `2026-01-0${at + 1}`);
          expect(new Set(rows.map(({ slug }) => slug)).size).toBe(rows.length);
          for (const { id } of rows) expect(id).toMatch(/^[0-9a-f]{32}$/);
          const again = planImport('yard', identify('yard', feedOf(...stock)).unique, rows, {
            id: 'again',
            now: '2027-01-01',
          });
          expect([again.writes, again.removed]).toEqual([[], []]);
        }
      }),
    );
  });

  it('PLAT-03 one dealer’s vehicle never has the id of another’s', () => {
    const feed = feedOf(car({ stocknum: 'A1' }));
    expect(identify('yard', feed).unique[0]?.id).not.toBe(identify('other', feed).unique[0]?.id);
  });

  it('PLAT-03 20,000 cars that differ in price alone are told apart at once', () => {
    const alike = Array.from({ length: 20_000 }, (_, at) => car({ price: 1_000_000 + at }));
    const started = performance.now();
    const { unique, duplicates } = identify('yard', feedOf(...alike, car({ price: 1_000_000 })));
    expect([unique.length, duplicates.length]).toEqual([20_000, 1]);
    expect(performance.now() - started).toBeLessThan(5000);
  });
});
