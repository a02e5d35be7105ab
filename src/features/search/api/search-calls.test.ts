import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  MAX_CALL_VALUES,
  ModelSearchSchema,
  OfferSearchSchema,
  SearchBodiesSchema,
  SearchCallSchema,
  SearchListSchema,
} from './search-calls.ts';
import { SEARCH_TOO_LARGE } from './search-schema.ts';

const read = (body: unknown) => v.safeParse(SearchBodiesSchema, body);
const messages = (schema: v.GenericSchema, body: unknown) =>
  v.safeParse(schema, body).issues?.map(({ message }) => message);

it('SRCH-29 a body without keys requests the first page of everything in the dealer’s order', () => {
  expect(read({}).output).toEqual({
    filters: [],
    search_filters: [],
    hitsPerPage: 21,
    offset: 0,
    query: '',
    sort: 'custom_rank',
  });
});

it('SRCH-29 a body is read as conditions', () => {
  const body = {
    filters: 'make:Toyota AND price<=30000',
    search_filters: { body: ['suv', 'ute'], seats: 7, certified: true, year: { min: 2020 }, km: {} },
    hitsPerPage: 5,
    offset: 7,
    query: 'white \ud800',
    sort: 'price_asc',
  };
  expect(read(body).output).toEqual({
    ...body,
    query: 'white \ufffd',
    filters: [
      { facet: 'make', among: ['Toyota'] },
      { facet: 'price', atMost: 30_000 },
    ],
    search_filters: [
      { facet: 'body', among: ['suv', 'ute'] },
      { facet: 'seats', among: ['7'] },
      { facet: 'certified', among: ['true'] },
      { facet: 'year', atLeast: 2020 },
    ],
  });
});

it('SRCH-29 a body with requests is InstantSearch’s, whatever else it holds', () => {
  expect(read({ requests: [{ indexName: 'vehicles' }], filters: 'x' }).output).toHaveProperty('requests');
  expect(read({ requests: undefined }).success).toBe(false);
});

it.each([
  { filter: 'make:Toyota' },
  { filters: ['make:Toyota'] },
  { filters: 'make:Toyota OR make:Mazda' },
  { search_filters: { dealer: 'other' } },
  { search_filters: { make: [] } },
  { search_filters: { make: [['Toyota']] } },
  { search_filters: { make: { min: 1 } } },
  { search_filters: { make: '' } },
  { search_filters: { make: null } },
  { search_filters: { price: 'cheap' } },
  { search_filters: { price: { min: -1 } } },
  { search_filters: { price: { min: 1e-7 } } },
  { search_filters: { price: { min: 1e21 } } },
  { search_filters: { price: { min: 1, step: 2 } } },
  { search_filters: { certified: 'maybe' } },
  { hitsPerPage: 43 },
  { hitsPerPage: -1 },
  { offset: 200_001 },
  { offset: 0.5 },
  { query: 'x'.repeat(201) },
  { sort: 'price:asc' },
])('SRCH-29 refuses %j', (body) => {
  expect(read(body).success).toBe(false);
});

const values = (count: number) => Array.from({ length: count }, (_, n) => `v${n}`);

describe('ERR-01 a body with more values than any search has', () => {
  it.each([
    ['search', SearchCallSchema, { search_filters: { make: values(MAX_CALL_VALUES + 1) } }],
    [
      'search',
      SearchCallSchema,
      {
        filters: Array(MAX_CALL_VALUES + 1)
          .fill('make:x')
          .join(' AND '),
      },
    ],
    ['search', SearchCallSchema, { filters: 'make:x', search_filters: { make: values(MAX_CALL_VALUES) } }],
    ['list', SearchListSchema, { search_filters: { make: values(60), model: values(60) } }],
    [
      'search of models',
      ModelSearchSchema,
      {
        filters: Array(MAX_CALL_VALUES + 1)
          .fill('model.name:x')
          .join(' AND '),
      },
    ],
    [
      'search of offers',
      OfferSearchSchema,
      { dealership_id: '1', filters: Array(60).fill('price:1').join(' AND ') },
    ],
  ])('SRCH-29 is refused by the %s with its own code', (_, schema, body) => {
    expect(messages(schema, body)).toEqual([SEARCH_TOO_LARGE]);
  });

  it('SRCH-29 begins at one more than a hundred', () => {
    expect(read({ filters: 'make:x', search_filters: { make: values(MAX_CALL_VALUES - 1) } }).success).toBe(
      true,
    );
  });
});

it('SRCH-30 each search has its own filter names', () => {
  expect(v.parse(ModelSearchSchema, { filters: 'model.body:suv' }).filters).toEqual([
    { facet: 'body', among: ['suv'] },
  ]);
  expect(messages(ModelSearchSchema, { filters: 'body:suv' })).toBeDefined();
  const offers = (filters: string) => v.safeParse(OfferSearchSchema, { dealership_id: 7, filters });
  expect(offers('categories:Clearance AND price>=1').output).toMatchObject({ dealership_id: '7' });
  expect(offers('make:Toyota').success).toBe(false);
  expect(offers('dealership_name:Other').success).toBe(false);
  expect(messages(OfferSearchSchema, {})).toBeDefined();
});
