import * as v from 'valibot';
import { expect, it } from 'vitest';
import { SearchBodySchema, sortOfIndexName } from './search.ts';

const parse = (params: unknown, indexName = 'vehicles') =>
  v.safeParse(SearchBodySchema, { requests: [{ indexName, params }] });

it('SRCH-29 takes what InstantSearch sends and drops what it does not need', () => {
  const result = parse({
    query: 'hilux',
    page: 1,
    hitsPerPage: 21,
    facets: ['make', 'price'],
    facetFilters: [['make:Toyota', 'make:Mazda'], 'body:\\-odd'],
    numericFilters: ['price>=10000'],
    maxValuesPerFacet: 100,
    highlightPreTag: '__ais-highlight__',
    filters: 'dealer = "other"',
  });
  expect(result.output).toEqual({
    requests: [
      {
        indexName: 'custom_rank',
        params: {
          query: 'hilux',
          page: 1,
          hitsPerPage: 21,
          facets: ['make', 'price'],
          facetFilters: [['make:Toyota', 'make:Mazda'], ['body:-odd']],
          numericFilters: ['price>=10000'],
        },
      },
    ],
  });
});

it.each([
  ['another index', {}, 'leads'],
  ['a sort of the engine', {}, 'vehicles:price:asc'],
  ['more hits than a page', { hitsPerPage: 1000 }],
  ['a page beyond the last', { page: 10_000 }],
  ['half a page', { page: 1.5 }],
  ['a facet nobody has', { facets: ['vin'] }],
  ['all facets', { facets: '*' }],
  ['a filter on what is no facet', { facetFilters: [['dealer:other']] }],
  ['a filter without a value', { facetFilters: ['make'] }],
  ['a list filter on a range', { facetFilters: ['price:1'] }],
  ['an inequality on a list', { numericFilters: ['make>=1'] }],
  ['a number that goes on', { numericFilters: ['price>=1 OR dealer EXISTS'] }],
  ['filters nested deeper', { facetFilters: [[['make:Toyota']]] }],
  ['a query of another type', { query: { $ne: '' } }],
  ['a query without end', { query: 'x'.repeat(201) }],
  ['filters without end', { numericFilters: Array.from({ length: 41 }, () => 'price>=1') }],
])('ERR-01 refuses %s', (_, params, indexName = 'vehicles') => {
  expect(parse(params, indexName).success).toBe(false);
});

it.each([
  undefined,
  null,
  [],
  {},
  { requests: [] },
  { requests: 'all' },
  { requests: new Array(41).fill({}) },
])('ERR-01 refuses the body %j', (body) => {
  expect(v.safeParse(SearchBodySchema, body).success).toBe(false);
});

it('SRCH-15 an order has one name', () => {
  expect(sortOfIndexName('vehicles')).toBe('custom_rank');
  expect(sortOfIndexName('vehicles:latest')).toBe('latest');
  expect(sortOfIndexName('vehicles:latest:x')).toBeUndefined();
  expect(sortOfIndexName('vehicles:custom_rank')).toBeUndefined();
});

it('SRCH-29 half a character, which the engine refuses, is replaced', () => {
  const { output } = parse({ query: 'hilux \ud800', facetFilters: ['make:\udfff'] });
  expect(output).toMatchObject({
    requests: [{ params: { query: 'hilux \ufffd', facetFilters: [['make:\ufffd']] } }],
  });
});
