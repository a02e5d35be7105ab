import { describe, expect, it } from 'vitest';
import { type PickerCounts, stockPickers } from './pickers.ts';

const SITE = {
  subscription: false,
  search: { facets: ['price', 'weekly_price'] },
  finance: { showRepayments: true },
} as unknown as Parameters<typeof stockPickers>[0];
const COUNTS: PickerCounts = {
  make: { Toyota: 5, Kia: 2, BMW: 1 },
  model: { Camry: 1, HiLux: 4, Rio: 2, i4: 1 },
  make_model: { 'Toyota Camry': 1, 'Toyota HiLux': 4, 'Kia Rio': 2, 'BMW i4': 1 },
  body: { hatch: 1, hatchback: 1, ute: 4, suv: 2, ev: 2, prestige: 1 },
  car_type: { new: 3, used: 5 },
};
const MODELS = [
  { make: 'Toyota', model: 'HiLux' },
  { make: 'Kia', model: 'Rio' },
  { make: 'Toyota', model: 'Camry' },
  { make: 'BMW', model: 'i4' },
];
const STATS = { price: { min: 12_400, max: 61_000 }, weekly_price: { min: 60, max: 240 } };
const pickers = (counts = COUNTS, site = {}) =>
  stockPickers({ ...SITE, ...site }, { counts, models: MODELS, stats: STATS });
const textsOf = ({ groups }: ReturnType<typeof pickers>['pickers'][number]) =>
  groups.map(({ label, options }) => [label, options.map((each) => `${each.label} ${each.count}`)]);

describe('SRCH-243 the lists of the home page', () => {
  it('have makes and, by make, models in order of name with their numbers', () => {
    const [make, model] = pickers().pickers;
    expect(make && textsOf(make)).toEqual([[null, ['BMW 1', 'Kia 2', 'Toyota 5']]]);
    expect(model && textsOf(model)).toEqual([
      ['BMW', ['i4 1']],
      ['Kia', ['Rio 2']],
      ['Toyota', ['Camry 1', 'HiLux 4']],
    ]);
  });

  it('have at most fifteen models, the most common', () => {
    const models = Array.from({ length: 90 }, (_, at) => ({ make: 'Kia', model: `M${at}` }));
    const make_model = Object.fromEntries(models.map(({ model }, at) => [`Kia ${model}`, at]));
    const { pickers: all } = stockPickers(SITE, { counts: { make_model }, models, stats: {} });
    const counts = all[0]?.groups[0]?.options.map(({ count }) => count) ?? [];
    expect([counts.length, Math.min(...counts)]).toEqual([15, 75]);
  });

  it('have shapes, each once, without words that are none', () => {
    const body = pickers().pickers[2];
    expect(body?.groups[0]?.options).toEqual([
      { value: 'ute', label: 'Ute', count: 4 },
      { value: 'hatch', label: 'Hatchback', count: 2 },
      { value: 'suv', label: 'SUV', count: 2 },
    ]);
  });

  it.each([{}, { body: { ute: 8 } }])('have conditions where shapes are %j, as of motorcycles', (body) => {
    const { body: _, ...others } = COUNTS;
    expect(pickers({ ...others, ...body }).pickers.map(({ name }) => name)).toEqual([
      'make',
      'model',
      'car_type',
    ]);
  });

  it('leave out what has one choice', () => {
    const counts = { make: { Isuzu: 2 }, make_model: COUNTS.make_model ?? {}, car_type: { used: 2 } };
    expect(pickers(counts).pickers.map(({ name }) => name)).toEqual(['model']);
  });

  it('offer prices from the least to one that includes all, and a weekly budget beside them', () => {
    const [price, week] = pickers().budgets;
    expect([price?.name, week?.name]).toEqual(['price.max', 'weekly_price.max']);
    expect(price?.options.map(({ value }) => value / 1000)).toEqual([15, 20, 25, 30, 35, 40, 50, 60, 80]);
    expect(week?.options.map(({ label }) => label)).toEqual([
      'Up to $75 a week',
      'Up to $100 a week',
      'Up to $125 a week',
      'Up to $150 a week',
      'Up to $200 a week',
      'Up to $250 a week',
    ]);
  });

  it.each([
    [{ finance: { showRepayments: false } }, ['price.max']],
    [{ search: { facets: ['price'] } }, ['price.max']],
    [{ subscription: true }, []],
  ])('%j has the budgets %j', (site, names) => {
    expect(pickers(COUNTS, site).budgets.map(({ name }) => name)).toEqual(names);
  });
});
