import { expect, it } from 'vitest';
import { didYouMean, nearestWord } from './nearest.ts';

it('CFG-03 a misspelt word is reported with the nearest known one, if any is near', () => {
  const known = ['Mitsubishi', 'Mazda', 'MG', '/about-us', '/'];
  expect(nearestWord('Mitsubshi', known)).toBe('Mitsubishi');
  expect(nearestWord('mzada', known)).toBe('Mazda');
  expect(nearestWord('/abuot-us', known)).toBe('/about-us');
  expect(nearestWord('Zeekr', known)).toBeUndefined();
  expect(nearestWord('/b', known)).toBeUndefined();
  expect(nearestWord('', [])).toBeUndefined();
});

it('CFG-03 the question that names the nearest word', () => {
  expect(didYouMean('tagLine', ['tagline', 'logo'])).toBe('Did you mean "tagline"?');
  expect(didYouMean('zzz', ['tagline', 'logo'])).toBeUndefined();
});
