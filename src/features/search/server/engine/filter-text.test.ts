import { expect, it } from 'vitest';
import { partsScope, type StockScopeRules, stockScope } from '#src/features/stock/visible-stock.ts';
import { fixedClock } from '#src/platform/time/clock.ts';
import { filterText } from './vehicle-search.ts';

const rules: StockScopeRules = {
  maxAgeYears: null,
  usedOnly: false,
  inStockOnly: false,
  excludedMakes: [],
  excludedStockNumbers: [],
  include_sold_cars_days: 3,
};
const clock = fixedClock('2026-07-10T00:00:00Z');
const filterOf = (stock: Partial<StockScopeRules>, at = clock, timeZone = 'Australia/Brisbane') =>
  filterText(
    stockScope(
      { slug: 'riverbend', timeZone, stock: { ...rules, ...stock }, verticals: ['cars'], search_filters: {} },
      at,
    ),
  );

it('SRCH-14 sold cars stay three days, hidden ones are never shown', () => {
  const since = Date.parse('2026-07-07T00:00:00Z') / 1000;
  expect(filterOf({})).toBe(
    `dealer = "riverbend" AND show_on_dealer_website = true AND item_type IN ["car"] AND ((status IN ["in_stock", "coming_soon"]) OR (status IN ["sold"] AND sold_at >= ${since}))`,
  );
});

it('SRCH-14 the days are the dealer’s setting; 0 hides sold cars immediately', () => {
  expect(filterOf({ include_sold_cars_days: 10 })).toContain(
    String(Date.parse('2026-06-30T00:00:00Z') / 1000),
  );
  expect(filterOf({ include_sold_cars_days: 0 })).not.toContain('sold_at');
});

it('CFG-04 vehicles older than N years are hidden, by the calendar of the dealer', () => {
  const newYearsEve = fixedClock('2026-12-31T13:30:00Z');
  expect(filterOf({ maxAgeYears: 3 }, newYearsEve, 'Australia/Sydney')).toContain('year >= 2024');
  expect(filterOf({ maxAgeYears: 3 }, newYearsEve, 'Australia/Brisbane')).toContain('year >= 2023');
  expect(filterOf({ maxAgeYears: 0 })).toContain('year >= 2026');
  expect(filterOf({ maxAgeYears: null })).not.toContain('year');
});

it('CFG-05 extra rules join with AND', () => {
  const filter = filterOf({ usedOnly: true, inStockOnly: true });
  expect(filter).toContain(' AND car_type IN ["used"] AND status IN ["in_stock"]');
  expect(filter).not.toContain('coming_soon');
});

it('SRCH-30 the site’s own filters join with AND, and cannot break out of their quotes', () => {
  const search_filters = {
    make: ['Toyota', 'Great "Wall"'],
    body: 'ute',
    price: ':50000',
    year: '2019:2022',
  };
  const dealer = {
    slug: 'riverbend',
    timeZone: 'Australia/Brisbane',
    stock: rules,
    verticals: [],
    search_filters,
  };
  const text =
    ' AND make IN ["Toyota", "Great \\"Wall\\""] AND body IN ["ute"] AND (price <= 50000) AND (year >= 2019 AND year <= 2022)';
  expect(filterText(stockScope(dealer, clock))).toContain(text);
  expect(filterText(partsScope(dealer))).toContain(text);
});

it('CFG-05 excluded makes and stock numbers cannot break out of their quotes', () => {
  const odd = { excludedMakes: ['Great "Wall" \\'], excludedStockNumbers: ['S-1'] };
  expect(filterOf(odd)).toContain('make NOT IN ["Great \\"Wall\\" \\\\"] AND stocknum NOT IN ["S-1"]');
});
