import fc from 'fast-check';
import * as v from 'valibot';
import { beforeEach, describe, expect, it } from 'vitest';
import { findVehiclePage, REDIRECT_DAYS } from '#src/features/vehicle/server/find-vehicle-page.ts';
import { VehicleSchema } from '#src/features/vehicle/vehicle.ts';
import type { Database } from '#src/platform/database/database.ts';
import type { VehiclesTable } from '#src/platform/database/tables.ts';
import { fixedClock } from '#src/platform/time/clock.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';
import { openTestDatabase } from '../fixtures/test-database.ts';

const NOW = '2026-06-15T02:00:00Z';
const dealer = {
  slug: 'yard',
  timeZone: 'Australia/Brisbane',
  verticals: ['cars'],
  stock: {
    maxAgeYears: 5,
    usedOnly: false,
    inStockOnly: false,
    excludedMakes: ['Lada'],
    excludedStockNumbers: ['S-13'],
    include_sold_cars_days: 3,
  },
  vehiclePage: { soldPageDays: 14 },
  search_filters: {},
} as unknown as Parameters<typeof findVehiclePage>[1];

const daysAgo = (days: number) => new Date(Date.parse(NOW) - days * DAY_MS).toISOString();
const record = (more: object = {}) => ({
  make: 'Land Rover',
  model: 'Discovery 4',
  year: 2021,
  car_type: 'used',
  status: 'in_stock',
  ...more,
});

let db: Database;

beforeEach(async () => {
  db = await openTestDatabase();
  return () => db.destroy();
});

async function insert({ about, ...more }: Partial<VehiclesTable> & { about?: object } = {}): Promise<void> {
  const status = more.status ?? 'in_stock';
  const id = more.id ?? 'v1';
  await db
    .insertInto('vehicles')
    .values({
      id,
      dealer: 'yard',
      identity: `stock:${id}`,
      slug: 'discovery-1',
      status,
      price_cents: null,
      record: JSON.stringify(v.parse(VehicleSchema, record({ status, ...about }))),
      content_hash: '',
      run_id: 'r1',
      first_seen_at: daysAgo(30),
      listed_at: daysAgo(30),
      updated_at: daysAgo(30),
      sold_at: null,
      removed_at: null,
      ...more,
    })
    .execute();
}

const renamed = (before: string) =>
  db
    .insertInto('vehicle_history')
    .values({
      vehicle_id: 'v1',
      dealer: 'yard',
      at: daysAgo(1),
      kind: 'slug_changed',
      before,
      after: 'discovery-1',
    })
    .execute();

const look = (slug = 'discovery-1', of = dealer) => findVehiclePage({ db, clock: fixedClock(NOW) }, of, slug);
const MODEL = '/search/land-rover/discovery-4';

/** Days from the start of the year in which cars of 2021 are too old. */
const newYear = (days: number) => new Date(Date.parse('2026-12-31T14:00:00Z') + days * DAY_MS).toISOString();
const lookAt = (now: string) => findVehiclePage({ db, clock: fixedClock(now) }, dealer, 'discovery-1');

describe('findVehiclePage', () => {
  it('NAV-12 lists a vehicle of this dealer and none of another’s', async () => {
    await insert();
    expect(await look()).toMatchObject({
      kind: 'listed',
      isSold: false,
      vehicle: { id: 'v1', make: 'Land Rover' },
    });
    expect(await look('discovery-2')).toEqual({ kind: 'unknown' });
    expect(await look('discovery-1', { ...dealer, slug: 'other' })).toEqual({ kind: 'unknown' });
  });

  it('NAV-12 a vehicle kept off the website has no page, nor do its former slugs', async () => {
    await insert({ about: { show_on_dealer_website: false } });
    await renamed('old');
    expect(await look()).toEqual({ kind: 'unknown' });
    expect(await look('old')).toEqual({ kind: 'unknown' });
  });

  it.each([{ year: 2020 }, { make: 'lada' }, { stocknum: 'S-13' }])(
    'CFG-04 CFG-05 a vehicle the stock rules never show has no page: %j',
    async (about) => {
      await insert({ about });
      expect(await look()).toEqual({ kind: 'unknown' });
      await insert({ id: 'v2', slug: 'sold-2', status: 'sold', sold_at: daysAgo(1), about });
      expect(await look('sold-2')).toEqual({ kind: 'unknown' });
    },
  );

  it('CFG-05 used cars only, or cars in stock only, hide the pages of the others', async () => {
    const yardOf = (stock: object) => ({ ...dealer, stock: { ...dealer.stock, ...stock } });
    await insert({ about: { car_type: 'demo' }, status: 'coming_soon' });
    expect((await look()).kind).toBe('listed');
    expect(await look('discovery-1', yardOf({ usedOnly: true }))).toEqual({ kind: 'unknown' });
    expect(await look('discovery-1', yardOf({ inStockOnly: true }))).toEqual({ kind: 'unknown' });
  });

  it('VDP-16 cars in stock only still leave a sold car its notice', async () => {
    await insert({ status: 'sold', sold_at: daysAgo(1) });
    const yard = { ...dealer, stock: { ...dealer.stock, inStockOnly: true } };
    expect(await look('discovery-1', yard)).toMatchObject({ kind: 'listed', isSold: true });
  });

  it('NAV-12 a former slug moves to the newest one, only within its dealer', async () => {
    await insert();
    await renamed('old');
    expect(await look('old')).toEqual({ kind: 'moved', to: '/cars/discovery-1' });
    expect(await look('old', { ...dealer, slug: 'other' })).toEqual({ kind: 'unknown' });
  });

  it('NAV-12 a slug taken over by another vehicle shows that one, not the former holder', async () => {
    await insert();
    await insert({ id: 'v2', slug: 'old' });
    await renamed('old');
    expect(await look('old')).toMatchObject({ kind: 'listed', vehicle: { id: 'v2' } });
  });

  it('VDP-16 a sold car keeps its page with the notice, then redirects to its model, then is gone', async () => {
    const at = async (days: number) => {
      await db.deleteFrom('vehicles').execute();
      await insert({ status: 'sold', sold_at: daysAgo(days) });
      return look();
    };
    expect(await at(0)).toMatchObject({ kind: 'listed', isSold: true, vehicle: { status: 'sold' } });
    expect(await at(13.9)).toMatchObject({ kind: 'listed', isSold: true });
    expect(await at(14)).toEqual({ kind: 'moved', to: MODEL });
    expect(await at(14 + REDIRECT_DAYS - 0.1)).toEqual({ kind: 'moved', to: MODEL });
    expect(await at(14 + REDIRECT_DAYS)).toEqual({ kind: 'gone', searchPath: MODEL });
  });

  it('VDP-16 the notice is shown at least as long as the grid lists the car', async () => {
    await insert({ status: 'sold', sold_at: daysAgo(20) });
    const longer = { ...dealer, stock: { ...dealer.stock, include_sold_cars_days: 30 } };
    expect((await look()).kind).toBe('moved');
    expect((await look('discovery-1', longer)).kind).toBe('listed');
  });

  it('VDP-16 a sold car stays even if the feed has dropped it; an unsold one redirects to its model immediately', async () => {
    await insert({ status: 'sold', sold_at: daysAgo(2), removed_at: daysAgo(1) });
    expect(await look()).toMatchObject({ kind: 'listed', isSold: true });
    await insert({ id: 'v2', slug: 'discovery-2', removed_at: daysAgo(1) });
    expect(await look('discovery-2')).toEqual({ kind: 'moved', to: MODEL });
    await insert({ id: 'v3', slug: 'discovery-3', removed_at: daysAgo(REDIRECT_DAYS) });
    expect(await look('discovery-3')).toEqual({ kind: 'gone', searchPath: MODEL });
  });

  it('NAV-12 an address only ever goes from listed to moved to gone, and never redirects to itself', async () => {
    const order = ['listed', 'moved', 'gone'];
    await fc.assert(
      fc.asyncProperty(
        fc.nat(400),
        fc.nat(400),
        fc.constantFrom('sold', 'in_stock'),
        async (a, b, status) => {
          const stages: number[] = [];
          for (const days of [Math.min(a, b), Math.max(a, b)]) {
            await db.deleteFrom('vehicles').execute();
            await insert({
              status,
              removed_at: daysAgo(days),
              sold_at: status === 'sold' ? daysAgo(days) : null,
            });
            const page = await look();
            if (page.kind === 'moved') expect(page.to).not.toBe('/cars/discovery-1');
            stages.push(order.indexOf(page.kind));
          }
          expect(stages).not.toContain(-1);
          expect(stages).toEqual([...stages].sort((x, y) => x - y));
        },
      ),
      { numRuns: 50 },
    );
  });

  it('NAV-12 CFG-04 a car sold before it grew too old keeps its page as long as any sold car', async () => {
    await insert({ status: 'sold', sold_at: newYear(-4) });
    expect(await lookAt(newYear(-1))).toMatchObject({ kind: 'listed', isSold: true });
    expect(await lookAt(newYear(1))).toMatchObject({ kind: 'listed', isSold: true });
    expect(await lookAt(newYear(11))).toEqual({ kind: 'moved', to: MODEL });
  });

  it('NAV-12 CFG-04 a car that grew too old unsold counts as removed on that day, whatever comes later', async () => {
    for (const later of [
      {},
      { removed_at: newYear(20) },
      { status: 'sold' as const, sold_at: newYear(20) },
    ]) {
      await db.deleteFrom('vehicles').execute();
      await insert(later);
      expect(await lookAt(newYear(30))).toEqual({ kind: 'moved', to: MODEL });
      expect(await lookAt(newYear(REDIRECT_DAYS + 1))).toEqual({ kind: 'gone', searchPath: MODEL });
    }
    await db.deleteFrom('vehicles').execute();
    await insert();
    expect((await lookAt(newYear(-0.01))).kind).toBe('listed');
    expect((await lookAt(newYear(0.01))).kind).toBe('moved');
  });

  it('NAV-12 hostile slugs are treated as unknown', async () => {
    await insert();
    for (const slug of ['', "' or 1=1 --", '%', '../discovery-1', 'discovery-1\0', 'x'.repeat(10_000)]) {
      expect(await look(slug)).toEqual({ kind: 'unknown' });
    }
  });
});
