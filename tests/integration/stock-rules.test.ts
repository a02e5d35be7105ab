import fc from 'fast-check';
import { beforeAll, expect, inject, it } from 'vitest';
import { VERTICALS } from '#src/config/sections/stock/stock-terms.ts';
import { createVehicleSearch } from '#src/features/search/server/engine/vehicle-search.ts';
import { isVisible, scopePredicate, stockScope } from '#src/features/stock/visible-stock.ts';
import { fixedClock } from '#src/platform/time/clock.ts';
import { searchDocument } from '../fixtures/search-documents.ts';
import { fillSearchIndex } from '../fixtures/test-search-index.ts';

const NOW = new Date('2026-07-10T02:00:00Z');
const MAKES = ['Toyota', 'Land Rover', 'Citroën', 'citroen', 'Škoda', 'Great "Wall" \\'];
const STOCK_NUMBERS = ['S-1', 's-1', 'S1', 'É 7', null];
const engine = () => ({ host: inject('meiliHost'), key: inject('meiliKey'), index: 'stock-rules-test' });

const cars = fc
  .sample(
    fc.record({
      make: fc.constantFrom(...MAKES),
      stocknum: fc.constantFrom(...STOCK_NUMBERS),
      year: fc.integer({ min: 2019, max: 2027 }),
      car_type: fc.constantFrom('new' as const, 'demo' as const, 'used' as const),
      item_type: fc.constantFrom('car' as const, 'truck' as const, 'motorcycle' as const, 'caravan' as const),
      status: fc.constantFrom('in_stock' as const, 'coming_soon' as const),
      show_on_dealer_website: fc.boolean(),
    }),
    { numRuns: 200, seed: 7 },
  )
  .map((change, n) => ({ ...change, id: `yard-${n}` }));

const documents = cars.map((change, n) => searchDocument('yard', n, { now: NOW, change }));

beforeAll(() => fillSearchIndex(engine(), documents));

it('CFG-04 CFG-05 CFG-13 a car has a page exactly when the grid lists it, for any rules', async () => {
  const search = createVehicleSearch(engine());
  const written = (texts: readonly string[]) =>
    fc.subarray([...texts, ...texts.map((text) => text.toUpperCase())], { maxLength: 3 });
  const rules = fc.record({
    maxAgeYears: fc.option(fc.nat(7)),
    usedOnly: fc.boolean(),
    inStockOnly: fc.boolean(),
    excludedMakes: written(MAKES),
    excludedStockNumbers: written(STOCK_NUMBERS.filter((text) => text !== null)),
    include_sold_cars_days: fc.constant(3),
  });
  const verticals = fc.subarray([...VERTICALS], { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(rules, verticals, async (stock, verticals) => {
      const within = stockScope(
        { slug: 'yard', timeZone: 'Australia/Brisbane', stock, verticals, search_filters: {} },
        fixedClock(NOW.toISOString()),
      );
      const listed = await search.cards({ within, sort: [], limit: cars.length });
      const shown = cars.filter(({ stocknum, ...car }) =>
        isVisible({ ...car, stocknum: stocknum ?? undefined }, { stock, verticals }, 2026),
      );
      const ids = listed.map(({ id }) => id).sort();
      expect(shown.map(({ id }) => id).sort()).toEqual(ids);
      const judged = documents.filter(scopePredicate(within));
      expect(judged.map(({ id }) => id).sort()).toEqual(ids);
    }),
    { numRuns: 60 },
  );
});
