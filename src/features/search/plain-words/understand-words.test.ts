import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { growthOf, MOST_GROWTH } from '../../../../tests/fixtures/work-growth.ts';
import type { StockWords } from './lexicon.ts';
import {
  PHRASES_OF_FACETS,
  PHRASES_OF_SHOPPERS,
  PHRASES_YEAR,
  STOCKED_MODELS,
  STOCKED_RANGES,
  STOCKED_VALUES,
} from './phrases.data.ts';
import { createWordReader } from './understand-words.ts';

const models = Object.entries(STOCKED_MODELS).flatMap(([make, byModel]) =>
  Object.keys(byModel).map((model) => ({ make, model })),
);
const badges = Object.assign({}, ...Object.values(STOCKED_MODELS)) as Record<string, string[]>;
const stock: StockWords = {
  lists: { ...STOCKED_VALUES, make: Object.keys(STOCKED_MODELS), model: models.map(({ model }) => model) },
  ranges: STOCKED_RANGES,
  models,
};
const understand = createWordReader(stock, PHRASES_YEAR);
const read = (typed: string) => understand(typed, undefined, badges);

const VALUES: Readonly<Record<string, readonly string[]>> = {
  ...stock.lists,
  badge: Object.values(badges).flat(),
};
const words = [...PHRASES_OF_FACETS, ...PHRASES_OF_SHOPPERS].flatMap(([typed]) => typed.split(' '));
const anyText = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.array(fc.constantFrom(...words), { maxLength: 14 }).map((some) => some.join(' ')),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 100 }) },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 4 })), { maxLength: 14 })
      .map((some) => some.join('')),
  },
);

const MANY = { numRuns: 1000 };

const isSubsequence = (some: string, all: string) => {
  const characters = [...all.replace(/\s/g, '')];
  let at = 0;
  return [...some.replace(/\s/g, '')].every((one) => {
    at = characters.indexOf(one, at) + 1;
    return at > 0;
  });
};

describe('whatever is typed', () => {
  it('SRCH-04 refines by nothing that is not in stock', () => {
    fc.assert(
      fc.property(anyText, (typed) => {
        const { lists, ranges } = read(typed);
        for (const [name, values] of Object.entries(lists)) {
          expect(values.length).toBeGreaterThan(0);
          for (const value of values) expect(VALUES[name]).toContain(value);
        }
        for (const [name, { min, max }] of Object.entries(ranges)) {
          expect(STOCKED_RANGES).toContain(name);
          expect(min !== null || max !== null).toBe(true);
          expect(min ?? 0).toBeLessThanOrEqual(max ?? Number.POSITIVE_INFINITY);
        }
      }),
      MANY,
    );
  });

  it('SRCH-01 keeps what it did not understand, in its order', () => {
    fc.assert(
      fc.property(anyText, (typed) => isSubsequence(read(typed).rest, typed)),
      MANY,
    );
  });

  it('SRCH-01 finds nothing new in the rest, so a filter taken away does not come back', () => {
    fc.assert(
      fc.property(anyText, (typed) => {
        const found = read(typed);
        const again = understand(found.rest, found, badges);
        expect({ ...again.lists, ...again.ranges, rest: again.rest }).toEqual({ rest: found.rest });
      }),
      MANY,
    );
  });

  it('SRCH-04 says which words became a filter', () => {
    fc.assert(
      fc.property(anyText, (typed) => {
        let at = 0;
        const places = read(typed).parts.flatMap((part) => part.places);
        for (const { start, end } of places.toSorted((a, b) => a.start - b.start)) {
          expect(start).toBeGreaterThanOrEqual(at);
          expect(end).toBeGreaterThan(start);
          at = end;
        }
        expect(at).toBeLessThanOrEqual(typed.length);
      }),
      MANY,
    );
  });
});

it('SRCH-04 a facet that is refined already wins; its words stay text', () => {
  const chosen = { lists: { make: ['Ford'] }, ranges: { price: { min: null, max: 50_000 } } };
  const found = understand('diesel mazda under 30k', chosen);
  expect(found.lists).toEqual({ fuel: ['Diesel'] });
  expect(found.ranges).toEqual({});
  expect(found.rest).toBe('mazda under 30k');
});

it('SRCH-04 make and model belong together, whichever was chosen first', () => {
  const toyota = { lists: { make: ['Toyota'] }, ranges: {} };
  expect(understand('hilux sr5', toyota, badges).lists).toEqual({ model: ['HiLux'], badge: ['SR5'] });
  expect(understand('ranger', toyota)).toMatchObject({ lists: {}, rest: 'ranger' });
  const hilux = { lists: { model: ['HiLux'] }, ranges: {} };
  expect(understand('toyota rogue', hilux, badges).lists).toEqual({ make: ['Toyota'], badge: ['Rogue'] });
  expect(understand('mazda', hilux)).toMatchObject({ lists: {}, rest: 'mazda' });
  expect(understand('mazda hilux')).toMatchObject({ lists: { make: ['Mazda'] }, rest: 'hilux' });
});

it('SRCH-04 a place to be near to stays text and is named', () => {
  expect(read('diesel ute near 4350')).toMatchObject({
    near: { place: '4350', km: null, rest: '' },
    rest: 'near 4350',
  });
  expect(read('hilux within 50 km of Toowoomba')).toMatchObject({
    near: { place: 'toowoomba', km: 50, rest: '' },
  });
  expect(read('cheap hilux near 4350 with canopy').near).toMatchObject({ rest: 'cheap canopy' });
  expect(read('hilux near me').near).toBeUndefined();
  expect(read('near new hilux').near).toBeUndefined();
  // Of a number these say how much.
  for (const words of ['hilux around 2018', 'ute around 5,000', 'ute close to 9000 km'])
    expect(read(words).near, words).toBeUndefined();
  expect(read('hilux around toowoomba').near).toMatchObject({ place: 'toowoomba' });
});

it('SRCH-04 words of what is not in stock stay text', () => {
  const bare = createWordReader({ lists: {}, ranges: [], models: [] }, PHRASES_YEAR);
  for (const [typed] of [...PHRASES_OF_FACETS, ...PHRASES_OF_SHOPPERS]) {
    expect(bare(typed)).toMatchObject({ lists: {}, ranges: {}, rest: typed });
  }
});

it.each([
  ['new age', 'of a make that is not in stock'],
  ['corolla cross', 'of a model whose shorter name is in stock'],
  ['toyota corolla cross', 'of the same with its make'],
  ['new tyres', 'of a part'],
  ['grey import', 'with another meaning'],
  ['rego till 2027', 'of when the registration ends'],
])('SRCH-04 %s is no filter: words %s', (typed) => {
  const few = createWordReader(
    {
      lists: { make: ['Toyota'], model: ['Corolla'], car_type: ['new', 'used'], colour: ['Grey'] },
      ranges: ['price', 'year', 'km'],
      models: [{ make: 'Toyota', model: 'Corolla' }],
    },
    PHRASES_YEAR,
  );
  expect(few(typed)).toMatchObject({ lists: {}, ranges: {}, rest: typed });
});

it('SRCH-04 the work of reading grows with the length of a text, not with its square', () => {
  const growth = growthOf({ from: 1, to: 16 }, (repeats) => {
    // 96 tokens at most: over 100 are not read.
    const text = 'hilux or 20 to 30k '.repeat(repeats);
    return () => read(text);
  });
  expect(growth).toBeLessThan(MOST_GROWTH);
});
