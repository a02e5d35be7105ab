import * as v from 'valibot';
import { expect, it } from 'vitest';
import { FACETS } from '#src/features/search/facets/facets.ts';
import { CARD_FIELDS } from '#src/features/search/index/search-document.ts';
import { type DocumentSettings, toSearchDocument } from '#src/features/search/index/to-search-document.ts';
import { VehicleSchema } from '#src/features/vehicle/vehicle.ts';
import { fixedClock } from '#src/platform/time/clock.ts';
import { INDEX_SETTINGS } from './index-settings.ts';

const dealer = {
  locations: [],
  dealerships: [],
  stock: { defaultPriceType: {} },
  finance: { showRepayments: false, hiddenDealerships: [] },
  timeZone: 'Australia/Sydney',
  verticals: ['cars'],
  vehiclePage: { marketPrice: true },
  onRoad: { estimates: true, budgetFilter: 'auto' },
} as unknown as DocumentSettings;

const vehicle = v.parse(VehicleSchema, {
  ...{ make: 'Toyota', model: 'HiLux', year: 2021, car_type: 'used', status: 'in_stock' },
});
const since = '2026-03-01T00:00:00.000Z';
const stocked = {
  ...vehicle,
  ...{ id: 'a1', slug: 'a-car', dealer: 'yard', firstSeenAt: since, updatedAt: since },
  ...{ listedAt: null, soldAt: null, removedAt: null, advertised: null },
};

/** What the index filters, sorts, ranks or searches by, by name. */
const { filterableAttributes = [], sortableAttributes = [], searchableAttributes = [] } = INDEX_SETTINGS;
const filtered = (filterableAttributes ?? []).flatMap((each) =>
  typeof each === 'string' ? [each] : each.attributePatterns,
);

it('SRCH-04 documents hold no field that no card, filter, order or search reads', () => {
  const read = new Set<string>([
    ...CARD_FIELDS,
    ...FACETS.map(({ name }) => name),
    ...filtered,
    ...(sortableAttributes ?? []),
    ...(searchableAttributes ?? []),
  ]);
  const document = toSearchDocument(stocked, dealer, fixedClock(since));
  expect(Object.keys(document).filter((field) => !read.has(field))).toEqual([]);
});
