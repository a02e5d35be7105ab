import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createTenants } from '#src/dealer-files/fleet/tenants.ts';
import { createDatabaseSearch } from '#src/features/search/server/engine/database-search.ts';
import { stockScope } from '#src/features/stock/visible-stock.ts';
import { fixedClock } from '#src/platform/time/clock.ts';
import { storeLargeStock } from '../fixtures/large-stock.ts';
import { fixtureDealer } from '../fixtures/stock-site.ts';
import { openTestDatabase } from '../fixtures/test-database.ts';

const VEHICLES = 4000;
/** Turns of the event loop in which others are served: one for every 200 vehicles read, and one for their words. */
const FEWEST_TURNS = 30;

it('PLAT-11 a search in the database reads a large stock in turns with other requests', async () => {
  const db = await openTestDatabase();
  const clock = fixedClock('2026-06-15T02:00:00Z');
  const dealer = { ...fixtureDealer('listings'), slug: 'yard' };
  await storeLargeStock(db, dealer.slug, VEHICLES);
  const search = createDatabaseSearch({ db, tenants: createTenants([dealer]), clock });
  let turns = 0;
  let isOver = false;
  const others = (async () => {
    while (!isOver) {
      await setImmediate();
      turns += 1;
    }
  })();
  const query = {
    sort: [],
    query: 'mazda',
    facets: [],
    facetFilters: [],
    numericFilters: [],
    page: 0,
    hitsPerPage: 12,
  };
  const [result] = await search.instant([query], stockScope(dealer, clock));
  isOver = true;
  await others;
  expect(result?.hits).toHaveLength(12);
  expect(turns).toBeGreaterThan(FEWEST_TURNS);
  await db.destroy();
});
