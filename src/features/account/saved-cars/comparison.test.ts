import fc from 'fast-check';
import { expect, it } from 'vitest';
import { comparedSlugs, MAX_COMPARED } from './car-lists.ts';
import { comparedFeatures, comparedRows } from './comparison.ts';

const facts = (texts: Record<string, string>) =>
  Object.entries(texts).map(([label, text]) => ({ label, text }));

it('FAV-01 facts are side by side, a missing one is empty, and lines that differ are marked', () => {
  const rows = comparedRows([
    facts({ Fuel: 'Petrol', Seats: '5', VIN: 'A' }),
    facts({ Fuel: 'Diesel', Seats: '5', 'Braked towing': '3,500 kg', VIN: 'B' }),
  ]);
  expect(rows).toEqual([
    { label: 'Fuel', texts: ['Petrol', 'Diesel'], differs: true },
    { label: 'Seats', texts: ['5', '5'], differs: false },
    { label: 'Braked towing', texts: [null, '3,500 kg'], differs: true },
  ]);
});

it('FAV-01 a line differs if and only if two of its texts do', () => {
  const anyFacts = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('1', '2'));
  fc.assert(
    fc.property(fc.array(anyFacts, { minLength: 1, maxLength: MAX_COMPARED }), (vehicles) => {
      for (const { texts, differs } of comparedRows(vehicles.map(facts))) {
        expect(texts).toHaveLength(vehicles.length);
        expect(differs).toBe(texts.some((text) => text !== texts[0]));
      }
    }),
  );
});

it('FAV-01 equipment of all is said once, and what not all have with each, however it is written', () => {
  expect(
    comparedFeatures([
      ['Towbar', 'Apple CarPlay'],
      ['apple carplay', 'Sunroof'],
    ]),
  ).toEqual({
    shared: ['Apple CarPlay'],
    own: [['Towbar'], ['Sunroof']],
  });
  expect(comparedFeatures([['Towbar']])).toEqual({ shared: [], own: [['Towbar']] });
});

it('FAV-01 an address names each vehicle once, and the first four count', () => {
  expect(comparedSlugs(['a,b', 'b', ' c ,,'])).toEqual({ slugs: ['a', 'b', 'c'], isMore: false });
  expect(comparedSlugs(['a,b,c,d,e'])).toEqual({ slugs: ['a', 'b', 'c', 'd'], isMore: true });
  expect(comparedSlugs([])).toEqual({ slugs: [], isMore: false });
});
