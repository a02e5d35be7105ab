import * as v from 'valibot';
import { expect, it } from 'vitest';
import { FACETS } from '#src/features/search/facets/facets.ts';
import { sortOfIndexName } from '#src/features/search/search-index.ts';
import { decodeSearch } from '#src/features/search/url/url-codec.ts';
import { SEARCH_TOO_LARGE, SearchBodySchema } from './search-schema.ts';

const parse = (params: unknown, indexName = 'vehicles') =>
  v.safeParse(SearchBodySchema, { requests: [{ indexName, params }] });

it('SRCH-29 accepts InstantSearch’s bodies and drops unneeded keys', () => {
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
  ['an unknown facet', { facets: ['vin'] }],
  ['all facets', { facets: '*' }],
  ['a filter on what is no facet', { facetFilters: [['dealer:other']] }],
  ['a filter without a value', { facetFilters: ['make'] }],
  ['a list filter on a range', { facetFilters: ['price:1'] }],
  ['an inequality on a list', { numericFilters: ['make>=1'] }],
  ['a number that goes on', { numericFilters: ['price>=1 OR dealer EXISTS'] }],
  ['filters nested deeper', { facetFilters: [[['make:Toyota']]] }],
  ['a query of another type', { query: { $ne: '' } }],
  ['a query without end', { query: 'x'.repeat(201) }],
  ['filters without end', { numericFilters: Array.from({ length: 101 }, () => 'price>=1') }],
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

const FACETS_ASKED = FACETS.map(({ name }) => name);

it.each([
  ['40 requests', new Array(40).fill({ indexName: 'vehicles', params: { hitsPerPage: 0 } })],
  [
    'every facet again and again',
    new Array(3).fill({ indexName: 'vehicles', params: { facets: FACETS_ASKED } }),
  ],
  ['three pages of cars', new Array(3).fill({ indexName: 'vehicles' })],
])('SRCH-29 refuses %s in one body with its own code', (_, requests) => {
  const { issues } = v.safeParse(SearchBodySchema, { requests });
  expect(issues?.map(({ message }) => message)).toEqual([SEARCH_TOO_LARGE]);
});

it('SRCH-29 accepts the largest request of a search page: its results with every facet, and each refined one again', () => {
  const filters = FACETS_ASKED.slice(0, 12).map((name) =>
    Array.from({ length: 3 }, (_, at) => `${name}:${at}`),
  );
  const lists = filters.filter(([first = '']) => !/^(?:price|year|km):/.test(first));
  const results = { indexName: 'vehicles', params: { facets: FACETS_ASKED, facetFilters: lists } };
  const again = FACETS_ASKED.slice(0, 19).map((name) => ({
    indexName: 'vehicles',
    params: { facets: name, hitsPerPage: 0, facetFilters: lists },
  }));
  expect(v.safeParse(SearchBodySchema, { requests: [results, ...again] }).success).toBe(true);
});

it('SRCH-29 counts characters as addresses do: 101 emoji are no long query, 120 no long value', () => {
  const state = decodeSearch(new URLSearchParams({ query: '🚗'.repeat(250), make: '🚙'.repeat(130) }));
  const facetFilters = [[`make:${state.lists.make?.[0]}`], [`make:\\-${'x'.repeat(119)}`]];
  expect(parse({ query: state.query, facetFilters }).success).toBe(true);
  expect(parse({ query: '🚗'.repeat(201) }).success).toBe(false);
  expect(parse({ facetFilters: [[`make:${'🚙'.repeat(121)}`]] }).success).toBe(false);
});
