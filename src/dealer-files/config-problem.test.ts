import { expect, it } from 'vitest';
import { didYouMean, nearestWord, whatExists } from './config-problem.ts';

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

it('CFG-03 PLAT-04 what exists is named: the nearest, then all, of many the first forty', () => {
  expect(whatExists('riverbnd', ['riverbend', 'kookaburra-cars'])).toBe(
    'Did you mean "riverbend"? There are: kookaburra-cars, riverbend.',
  );
  expect(whatExists('zzz', ['b', 'a', 'b'])).toBe('There are: a, b.');
  expect(whatExists('zzz', [])).toBe('There is none.');
  const many = Array.from({ length: 43 }, (_, at) => `dealer-${100 + at}`);
  expect(whatExists('zzz', many)).toMatch(/, dealer-139 and 3 more\.$/);
});
