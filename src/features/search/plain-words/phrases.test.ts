import { describe, expect, it } from 'vitest';
import { isPostcode } from '#src/features/locations/distance.ts';
import { formatRange } from '#src/features/search/url/url-codec.ts';
import {
  PHRASES_OF_FACETS,
  PHRASES_OF_SHOPPERS,
  PHRASES_YEAR,
  type Phrase,
  STOCKED_MODELS,
  STOCKED_RANGES,
  STOCKED_VALUES,
} from './phrases.data.ts';
import { createWordReader } from './understand-words.ts';

const MOST_MISSED = 0.1;

/** Where the vehicles of a phrase should be near to, and what stays text. */
const NEAR_PHRASES = [
  ['auto diesel ute under 45k near 4350', { place: '4350', km: null, rest: '' }],
  ['within 50 km of 4350', { place: '4350', km: 50, rest: '' }],
];

const models = Object.entries(STOCKED_MODELS).flatMap(([make, byModel]) =>
  Object.keys(byModel).map((model) => ({ make, model })),
);
const badges = Object.assign({}, ...Object.values(STOCKED_MODELS)) as Record<string, string[]>;
const understand = createWordReader(
  {
    lists: { ...STOCKED_VALUES, make: Object.keys(STOCKED_MODELS), model: models.map(({ model }) => model) },
    ranges: STOCKED_RANGES,
    models,
  },
  PHRASES_YEAR,
);

/** One text a filter, `body=ute`. */
const filtersOf = (refinements: Phrase[1]) =>
  Object.entries(refinements).flatMap(([name, values]) => [values].flat().map((value) => `${name}=${value}`));

function judged([typed, refinements, rest = '']: Phrase) {
  const found = understand(typed, undefined, badges);
  const ranges = Object.entries(found.ranges).map(([name, range]) => [name, formatRange(range)]);
  const made = filtersOf({ ...found.lists, ...Object.fromEntries(ranges) });
  const wanted = filtersOf(refinements);
  return {
    typed,
    wanted: wanted.length,
    wrong: made.filter((filter) => !wanted.includes(filter)),
    missed: wanted.filter((filter) => !made.includes(filter)),
    rest: found.rest === rest ? [] : [`${JSON.stringify(found.rest)}, not ${JSON.stringify(rest)}`],
  };
}

describe.each([
  ['of facets', PHRASES_OF_FACETS],
  ['of shoppers', PHRASES_OF_SHOPPERS],
])('phrases %s', (name, phrases) => {
  const all = phrases.map(judged);
  const of = (what: 'wrong' | 'missed' | 'rest') =>
    all.filter((one) => one[what].length > 0).map((one) => `${one.typed}: ${one[what].join(', ')}`);

  it('SRCH-04 plain words become no filter that was not meant', () => {
    expect(of('wrong')).toEqual([]);
  });

  it('SRCH-04 plain words become the filters that were meant, all but one in ten', () => {
    const wanted = all.reduce((sum, one) => sum + one.wanted, 0);
    const missed = all.reduce((sum, one) => sum + one.missed.length, 0);
    console.info(
      `${name}: ${phrases.length} phrases, ${wanted} filters, ${of('wrong').length} wrong, ${missed} missed`,
    );
    expect(phrases).toHaveLength(100);
    expect(missed / wanted, of('missed').join('\n')).toBeLessThanOrEqual(MOST_MISSED);
  });

  it('LOC-11 a postcode that vehicles should be near to is found where one is named, and nowhere else', () => {
    const places = phrases.flatMap(([typed]) => {
      const { near } = understand(typed, undefined, badges);
      // Of places, the search takes only postcodes.
      return near && isPostcode(near.place) ? [[typed, near]] : [];
    });
    expect(places).toEqual(name === 'of facets' ? [] : NEAR_PHRASES);
  });

  it('SRCH-01 what was not understood stays text', () => {
    expect(of('rest')).toEqual([]);
  });
});
