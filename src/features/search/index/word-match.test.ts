import { expect, it } from 'vitest';
import { searchDocument } from '../../../../tests/fixtures/search-documents.ts';
import { documentWords, wordMatcher } from './text-matching.ts';

const words = (change: object) =>
  documentWords(searchDocument('riverbend', 1, { now: new Date('2026-07-10'), change }));
const cx5 = words({
  name: '2024 Mazda CX-5 Touring',
  make_model: 'Mazda CX-5',
  body: 'suv',
  stocknum: 'K-1207',
});
const cruiser = words({ name: '2022 Toyota LandCruiser GXL', make_model: 'Toyota LandCruiser', body: 'suv' });

it.each(['mazda', 'MAZ', 'cx-5', 'cx5', 'cx 5', 'touring mazda', 'k1207', 'K-1207', '2024 cx'])(
  'SRCH-02 without the engine "%s" finds the Mazda CX-5',
  (query) => {
    expect(wordMatcher(query)(cx5)).toBe(true);
    expect(wordMatcher(query)(cruiser)).toBe(false);
  },
);

it.each(['land cruiser', 'landcruiser', 'toyota land cruiser gxl'])(
  'SRCH-02 without the engine "%s" finds the LandCruiser by its synonym',
  (query) => {
    expect(wordMatcher(query)(cruiser)).toBe(true);
    expect(wordMatcher(query)(cx5)).toBe(false);
  },
);

it('SRCH-02 without the engine accents and signs do not matter', () => {
  const coupe = words({ name: '2021 Citroën Coupé' });
  expect(wordMatcher('citroen coupe')(coupe)).toBe(true);
  expect(wordMatcher('***')(coupe)).toBe(true);
  expect(wordMatcher('citroen sedan')(words({ name: '2021 Citroën Coupé', body: 'coupe' }))).toBe(false);
});
