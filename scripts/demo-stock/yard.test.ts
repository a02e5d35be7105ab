import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LOCATION_TYPES } from '#src/config/sections/business/locations-section.ts';
import { VERTICALS } from '#src/config/sections/stock/stock-terms.ts';
import { demoDealers } from '../../tests/fixtures/demo-dealers.ts';
import { makeVehicle } from './make-vehicle.ts';
import { CATALOGUE } from './model-catalogue.ts';
import { DEMO_PHOTOS } from './photos/photo-library.ts';
import { createRandom } from './random.ts';
import { yardOf } from './yard.ts';

const TODAY = '2026-11-21';
const [base] = demoDealers();
const [place] = base?.locations ?? [];
if (!base || !place) throw new Error('There is no demo dealer to start from.');

const MAKES = [...new Set(CATALOGUE.map(({ make }) => make)), 'An unknown make'];
const ITEMS = { cars: 'car', trucks: 'truck', motorcycles: 'motorcycle', caravans: 'caravan' } as const;

const places = fc.array(
  fc.record({
    location_type: fc.constantFrom(...LOCATION_TYPES),
    manufacturers: fc.uniqueArray(fc.constantFrom(...MAKES), { maxLength: 4 }),
  }),
  { minLength: 1, maxLength: 4 },
);
const configurations = fc
  .record({
    places,
    verticals: fc.uniqueArray(fc.constantFrom(...VERTICALS), { minLength: 1 }),
    subscription: fc.boolean(),
    manufacturer: fc.option(fc.constantFrom(...MAKES), { nil: undefined }),
    usedOnly: fc.boolean(),
    maxAgeYears: fc.option(fc.integer({ min: 0, max: 14 })),
    slug: fc.constantFrom('one', 'two', 'three'),
  })
  .map(({ places: described, usedOnly, maxAgeYears, ...rest }) => ({
    ...base,
    ...rest,
    locations: described.map((about, at) => ({ ...place, ...about, id: `${at}`, slug: `place-${at}` })),
    stock: { ...base.stock, usedOnly, maxAgeYears },
  }));

test('CFG-13 for any configuration, the stock matches its verticals, places and conditions', () => {
  fc.assert(
    fc.property(configurations, (dealer) => {
      const yard = yardOf(dealer);
      const items = dealer.verticals.flatMap((name) => (name === 'parts' ? [] : ITEMS[name]));
      expect(yard.size > 0).toBe(yard.range.length > 0);
      for (let index = 0; index < Math.min(25, yard.size); index += 1) {
        const vehicle = makeVehicle(
          { yard, today: TODAY, photos: DEMO_PHOTOS },
          index,
          createRandom(`${dealer.slug}/${index}`),
        );
        expect(items).toContain(vehicle.item_type);
        if (dealer.subscription) expect(vehicle.subscription_price).toBeGreaterThan(0);
        if (vehicle.car_type === 'used') continue;
        expect(dealer.stock.usedOnly).toBe(false);
        const where = dealer.locations.find(({ slug }) => slug === vehicle.location_slug);
        expect(where?.manufacturers).toContain(vehicle.make);
        expect(where?.location_type).not.toBe('used');
      }
    }),
    { numRuns: 300 },
  );
});

test('CFG-13 stock follows from the configuration: another slug changes the vehicles, not their kind', () => {
  const renamed = yardOf({ ...base, slug: 'another-name' });
  expect({ ...renamed, dealer: base }).toEqual(yardOf(base));
});
