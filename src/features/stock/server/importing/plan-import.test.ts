import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { isHiddenRecord, type StoredVehicle } from '#src/features/stock/server/queries/import-queries.ts';
import { type Vehicle, VehicleSchema } from '#src/features/vehicle/vehicle.ts';
import { vehicleId } from '#src/platform/database/installation-keys.ts';
import { identified, planned, type WithdrawnRow } from '../../../../../tests/fixtures/planned-import.ts';
import { growthOf, MOST_GROWTH } from '../../../../../tests/fixtures/work-growth.ts';
import type { FeedVehicle } from './identify-vehicles.ts';
import type { ImportMode } from './plan-import.ts';

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

const idOf = (dealer: string) => (identity: string) => vehicleId('key', dealer, identity);

/** What the database would hold after the plan was carried out. */
function carriedOut(
  known: readonly StoredVehicle[],
  feed: readonly FeedVehicle[],
  now: string,
  { mode = 'full', withdrawn = [] }: { mode?: ImportMode; withdrawn?: WithdrawnRow[] } = {},
): StoredVehicle[] {
  const plan = planned('yard', { idOf: idOf('yard'), feed, withdrawn }, known, { id: now, now, mode });
  const written = new Map<string, StoredVehicle>(known.map((row) => [row.id, row]));
  for (const row of plan.writes) written.set(row.id, { ...row, is_hidden: isHiddenRecord(row.record) });
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
        let one: StoredVehicle[] = [];
        let other: StoredVehicle[] = [];
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
        let rows: StoredVehicle[] = [];
        for (const [at, stock] of feeds.entries()) {
          rows = carriedOut(rows, feedOf(...stock), `2026-01-0${at + 1}`);
          expect(new Set(rows.map(({ slug }) => slug)).size).toBe(rows.length);
          for (const { id } of rows) expect(id).toMatch(/^[0-9a-f]{32}$/);
          const again = planned('yard', { idOf: idOf('yard'), feed: feedOf(...stock) }, rows, {
            id: 'again',
            now: '2027-01-01',
            mode: 'full',
          });
          expect([again.writes, again.removed]).toEqual([[], []]);
        }
      }),
    );
  });

  it('PLAT-03 one dealer’s vehicle never has the id of another’s', () => {
    const feed = feedOf(car({ stocknum: 'A1' }));
    expect(identified(idOf('yard'), feed).unique[0]?.id).not.toBe(
      identified(idOf('other'), feed).unique[0]?.id,
    );
  });

  it('VDP-09 the earlier price is known until the vehicle leaves the stock', () => {
    const [dearer, cheaper] = [
      car({ stocknum: 'A', price: 2_000_000 }),
      car({ stocknum: 'A', price: 1_000_000 }),
    ];
    const priceAfter = (...stocks: Vehicle[][]) => {
      const known = stocks.reduce<StoredVehicle[]>(
        (rows, stock, at) => carriedOut(rows, feedOf(...stock), `2026-0${at + 1}-01T00:00:00Z`),
        [],
      );
      return JSON.parse(known[0]?.advertised ?? 'null');
    };
    const now = { cents: 1_000_000, type: null };
    expect(priceAfter([dearer], [cheaper])).toEqual({
      ...{ ...now, since: '2026-02-01T00:00:00Z' },
      before: { cents: 2_000_000, type: null, since: '2026-01-01T00:00:00Z' },
    });
    expect(priceAfter([dearer], [], [cheaper])).toEqual({ ...now, since: '2026-03-01T00:00:00Z' });
  });

  it('PLAT-03 the work of distinguishing 20,000 cars that differ only in price grows with their number', () => {
    const alike = Array.from({ length: 20_000 }, (_, at) => car({ price: 1_000_000 + at }));
    const distinguish = (count: number) => {
      const feed = feedOf(...alike.slice(0, count), car({ price: 1_000_000 }));
      return () => identified(idOf('yard'), feed);
    };
    const { unique, duplicates } = distinguish(20_000)();
    expect([unique.length, duplicates.length]).toEqual([20_000, 1]);
    expect(growthOf({ from: 1250, to: 20_000 }, distinguish)).toBeLessThan(MOST_GROWTH);
  });
});

/** A row of a feed of changes: a car, or the stock number of one that is withdrawn. */
type Change = Vehicle | { withdrawn: string };

const STOCK_NUMBERS = ['A1', 'A2', 'B1', 'B2'] as const;
const changes = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: cars.chain((one) =>
        fc.constantFrom(...STOCK_NUMBERS).map((stocknum) => ({ ...one, stocknum })),
      ),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...STOCK_NUMBERS, 'unknown').map((withdrawn) => ({ withdrawn })),
    },
  ),
  { maxLength: 12 },
);

function imported(known: StoredVehicle[], rows: readonly Change[], mode: ImportMode): StoredVehicle[] {
  const numbered = rows.map((change, at) => ({ row: at + 2, change }));
  const feed = numbered.flatMap(({ row, change }) =>
    'withdrawn' in change ? [] : [{ row, vehicle: change }],
  );
  const withdrawn = numbered.flatMap(({ row, change }) =>
    'withdrawn' in change ? [{ row, named: { stocknum: change.withdrawn } }] : [],
  );
  return carriedOut(known, feed, '2026-01-01', { mode, withdrawn });
}

/** What shoppers would find. */
const inStock = (rows: readonly StoredVehicle[]) =>
  rows
    .filter(({ removed_at }) => removed_at === null)
    .map(({ id, slug, status, price_cents, content_hash, sold_at }) => ({
      id,
      slug,
      status,
      price_cents,
      content_hash,
      sold_at,
    }));

describe('incremental imports', () => {
  const cut = fc.array(fc.boolean(), { minLength: 12, maxLength: 12 });
  const partsOf = (rows: readonly Change[], cuts: readonly boolean[]) => {
    const parts: Change[][] = [[]];
    for (const [at, row] of rows.entries()) {
      if (cuts[at]) parts.push([]);
      parts.at(-1)?.push(row);
    }
    return parts;
  };

  it('PLAT-03 for any split of a list of changes, the stock is that of one full import', () => {
    fc.assert(
      fc.property(changes, cut, (rows, cuts) => {
        const split = partsOf(rows, cuts).reduce<StoredVehicle[]>(
          (known, part) => imported(known, part, 'incremental'),
          [],
        );
        expect(inStock(split)).toEqual(inStock(imported([], rows, 'full')));
      }),
      { numRuns: 500 },
    );
  });

  it('PLAT-03 a full import after incremental ones is the stock of its feed alone', () => {
    fc.assert(
      fc.property(changes, changes, (before, rows) => {
        const after = imported(imported([], before, 'incremental'), rows, 'full');
        expect(inStock(after)).toEqual(inStock(imported([], rows, 'full')));
      }),
    );
  });

  it('PLAT-03 never remove missing vehicles; withdrawing an unknown vehicle changes nothing', () => {
    fc.assert(
      fc.property(changes, (rows) => {
        const known = imported([], rows, 'full');
        expect(imported(known, [], 'incremental')).toEqual(known);
        expect(imported(known, [{ withdrawn: 'unknown' }], 'incremental')).toEqual(known);
      }),
    );
  });
});
