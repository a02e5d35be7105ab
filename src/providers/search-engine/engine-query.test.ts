import { expect, it } from 'vitest';
import { engineQuery, instantResult } from './engine-query.ts';
import type { InstantQuery } from './instant-query.ts';

const WITHIN = { dealer: 'yard', conditions: [] };
const asked = (more: Partial<InstantQuery> = {}): InstantQuery => ({
  ...{ sort: [], query: '', page: 0, hitsPerPage: 21, facets: [], facetFilters: [], numericFilters: [] },
  ...more,
});
const SYDNEY = { lat: -33.87, lng: 151.21 };

it('SRCH-03 values of a facet are joined by OR, facets and ranges by AND, inside the dealer’s scope', () => {
  const { filter } = engineQuery(
    asked({ facetFilters: [['make:Toyota', 'make:Kia'], ['body:suv']], numericFilters: ['price<=30000'] }),
    'vehicles',
    WITHIN,
  );
  expect(filter).toEqual([
    'dealer = "yard"',
    'price<=30000',
    ['make = "Toyota"', 'make = "Kia"'],
    ['body = "suv"'],
  ]);
});

it('SRCH-03 a value is a text, whatever signs it has', () => {
  const { filter } = engineQuery(
    asked({ facetFilters: [['badge:GT "Line" \\ 2.0:T OR dealer = "other"']] }),
    'vehicles',
    WITHIN,
  );
  expect(filter?.[1]).toEqual(['badge = "GT \\"Line\\" \\\\ 2.0:T OR dealer = \\"other\\""']);
});

it('SRCH-17 the engine counts pages from 1, InstantSearch from 0', () => {
  const query = asked({ page: 2, query: 'ute' });
  expect(engineQuery(query, 'vehicles', WITHIN)).toMatchObject({ indexUid: 'vehicles', q: 'ute', page: 3 });
  const found = { indexUid: 'vehicles', hits: [], totalHits: 50, totalPages: 3, processingTimeMs: 4 };
  expect(instantResult(found, query)).toEqual({
    ...{ hits: [], nbHits: 50, nbPages: 3, page: 2, hitsPerPage: 21, facets: {}, facets_stats: {} },
    ...{ query: 'ute', processingTimeMS: 4 },
  });
});

it('LOC-11 a place sorts and limits by distance; without one there is no such order', () => {
  const sort = ['distance:asc', 'created_at_timestamp:desc'];
  const near = engineQuery(asked({ sort, near: { ...SYDNEY, km: 25 } }), 'vehicles', WITHIN);
  expect(near.sort).toEqual(['_geoPoint(-33.87, 151.21):asc', 'created_at_timestamp:desc']);
  expect(near.filter).toContain('_geoRadius(-33.87, 151.21, 25000)');
  expect(engineQuery(asked({ sort }), 'vehicles', WITHIN).sort).toEqual(['created_at_timestamp:desc']);
});

it('LOC-11 a card says how far away its vehicle is, and not where', () => {
  const hit = { id: 'a', _geo: { lat: -33.87, lng: 151.21 }, _geoDistance: 0 };
  const { hits } = instantResult({ indexUid: '', hits: [hit] }, asked({ near: { ...SYDNEY, km: null } }));
  expect(hits).toEqual([{ id: 'a', distance_km: 0 }]);
});

it('SRCH-06 of a range come its ends, without a count for each price', () => {
  const { facets, facets_stats } = instantResult(
    {
      ...{ indexUid: '', hits: [], facetDistribution: { price: { 100: 1 }, make: { Kia: 2 } } },
      facetStats: { price: { min: 100, max: 100 } },
    },
    asked(),
  );
  expect(facets).toEqual({ price: {}, make: { Kia: 2 } });
  expect(facets_stats).toEqual({ price: { min: 100, max: 100 } });
});
