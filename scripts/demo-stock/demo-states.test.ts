import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { compileMapping } from '#src/features/stock/mapping/column-mapping.ts';
import { readFeedRow } from '#src/features/stock/server/reading/feed-row.ts';
import { advertisedPrice } from '#src/features/vehicle/price/listing-history.ts';
import type { AdvertisedPrice, StockedVehicle } from '#src/features/vehicle/vehicle.ts';
import { zonedDate } from '#src/platform/time/clock.ts';
import { IS_CORE } from '../../tests/extent.ts';
import { demoDealers } from '../../tests/fixtures/demo-dealers.ts';
import { EARLIER_PRICES, earlierStock } from '../demo/import-demo-stock.ts';
import { DEMO_STATES } from './demo-states.data.ts';
import { generateDemoStock } from './demo-stock.ts';
import type { FeedVehicle } from './feed-vehicle.ts';
import { LENDER_STATES } from './lender-states.data.ts';
import { officeFacts } from './office-facts.ts';
import { createRandom } from './random.ts';
import { stateExamples } from './state-examples.ts';

const dealers = demoDealers();

const asText = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value ?? ''));

/** A vehicle of the demo's as an import from the platform’s own columns would store it. */
function stored(dealer: DealerConfig, made: FeedVehicle, now: Date): StockedVehicle {
  const { feed } = dealer.stock;
  if (!feed) throw new Error(`${dealer.slug} has no feed.`);
  const cells = Object.fromEntries(Object.entries(made).map(([name, value]) => [name, asText(value)]));
  const mapping = compileMapping({ ...feed, columns: {}, values: {}, constants: {} });
  const { vehicle } = readFeedRow(mapping, { row: 2, cells }, dealer.timeZone);
  if (!vehicle) throw new Error(`${made.stocknum} cannot be read.`);
  const seen = now.toISOString();
  return {
    ...vehicle,
    ...{ id: `${made.stocknum}`, dealer: dealer.slug, slug: `${made.stocknum}`, removedAt: null },
    ...{ firstSeenAt: seen, updatedAt: seen, soldAt: vehicle.status === 'sold' ? seen : null },
    listedAt: made.created_at ? `${made.created_at}T00:00:00Z` : null,
    advertised: null,
  };
}

function stockOf(dealer: DealerConfig, now: Date): StockedVehicle[] {
  const made = generateDemoStock({ dealer, today: zonedDate(now, dealer.timeZone).date });
  const stock = made.map((vehicle) => stored(dealer, vehicle, now));
  if (!dealer.vehiclePage.priceDrop) return stock;
  const advertised = new Map<string | undefined, AdvertisedPrice>();
  for (const each of EARLIER_PRICES) {
    const { then, stock: before } = earlierStock(dealer, now, now, each);
    for (const vehicle of before) {
      const known = advertised.get(vehicle.stocknum) ?? null;
      const price = advertisedPrice(stored(dealer, vehicle, then), known, then.toISOString());
      advertised.set(vehicle.stocknum, price);
    }
  }
  return stock.map((vehicle) => ({
    ...vehicle,
    advertised: advertisedPrice(vehicle, advertised.get(vehicle.stocknum) ?? null, now.toISOString()),
  }));
}

/** In the core one of them. */
const DAYS = ['2027-02-27', '2026-11-18', '2028-07-01', '2030-01-09'].slice(0, IS_CORE ? 1 : undefined);

describe.each(DAYS)('on %s', (day) => {
  const now = new Date(`${day}T00:30:00Z`);
  const examples = stateExamples(dealers, (dealer) => stockOf(dealer, now), now);

  test.each(DEMO_STATES.map(({ name, dealer }) => [name, dealer] as const))(
    'CFG-02 the demo has a vehicle to show "%s": %s',
    async (name, dealer) => {
      const example = (await examples).find(({ state }) => state.name === name);
      expect(example?.vehicle?.dealer).toBe(dealer);
    },
  );
});

test('CFG-02 most states can be seen in every template, each in another once', async () => {
  const now = new Date('2026-11-18T00:30:00Z');
  const examples = await stateExamples(dealers, (dealer) => stockOf(dealer, now), now);
  // A lender is one dealer's, so its states are in one template.
  const ofLenders = new Set(LENDER_STATES);
  const shared = examples.filter(({ state }) => !ofLenders.has(state));
  const templates = shared.map(({ state, others }) => {
    const own = dealers.find(({ slug }) => slug === state.dealer)?.template;
    return [own, ...others.map(({ dealer }) => dealer.template)];
  });
  for (const seen of templates) expect(new Set(seen).size).toBe(seen.length);
  expect(templates.filter((seen) => seen.length === 3).length).toBeGreaterThan(shared.length / 2);
});

test('CARD-02 VDP-26 the default label and amount of Reserve can be seen', () => {
  const state = DEMO_STATES.find(({ name }) => name.startsWith('Reserve, with the default'));
  const file = JSON.parse(readFileSync(`dealers/${state?.dealer}.json`, 'utf8'));
  expect([file.copy?.reserve, file.reserve?.amount]).toEqual([undefined, undefined]);
});

test('CFG-248 examples have pictures where their state allows it, and few are those of several states', async () => {
  const now = new Date('2026-11-18T00:30:00Z');
  const examples = await stateExamples(dealers, (dealer) => stockOf(dealer, now), now);
  const bare = examples.filter(({ vehicle }) => vehicle?.images.length === 0);
  for (const { state, vehicle } of bare) {
    const dealer = dealers.find(({ slug }) => slug === vehicle?.dealer);
    const others = dealer ? stockOf(dealer, now).filter((one) => state.isOne(one, now)) : [];
    expect(Math.max(...others.map(({ images }) => images.length)), state.name).toBeLessThan(3);
  }
  const times = Map.groupBy(examples, ({ vehicle }) => vehicle?.id);
  expect(Math.max(...[...times.values()].map((same) => same.length))).toBeLessThanOrEqual(2);
});

test('CFG-02 each state is listed once', () => {
  expect(new Set(DEMO_STATES.map(({ name }) => name)).size).toBe(DEMO_STATES.length);
});

describe('what the office adds', () => {
  const dealer = dealers.find(({ slug }) => slug === 'kookaburra-cars');
  if (!dealer) throw new Error('There is no yard.');
  const [car] = generateDemoStock({ dealer, today: '2026-11-18' });
  if (!car) throw new Error('The yard is empty.');
  const given = (change: Partial<FeedVehicle>) => {
    const facts = Array.from({ length: 40 }, (_, seed) =>
      officeFacts({ ...car, ...change }, { dealer, today: '2026-11-18' }, createRandom(String(seed))),
    );
    return new Set(facts.flatMap((fields) => Object.keys(fields)));
  };
  const settled = {
    status: 'in_stock',
    created_at: '2026-11-04',
    price: 20_000,
    custom_rank: undefined,
  } as const;

  test('CFG-02 is there after two weeks, and nothing before', () => {
    const papers = ['payment_processors', 'file', 'car_analysis_url', 'autograb_data'];
    expect([...given(settled)]).toEqual(expect.arrayContaining(papers));
    expect(given({ ...settled, created_at: '2026-11-05' })).toEqual(new Set());
    expect(given({ ...settled, status: 'sold' })).toEqual(new Set());
    expect(given({ ...settled, custom_rank: 100 })).toEqual(new Set(['autograb_data']));
  });

  test('VDP-11 VDP-26 no market or deposit is named for a car without a price', () => {
    const names = given({ ...settled, price: undefined, offer_price: undefined });
    expect(names).toContain('file');
    expect(names).not.toContain('payment_processors');
    expect(names).not.toContain('autograb_data');
  });
});
