import { expect, it } from 'vitest';
import { nearestWord } from './nearest.ts';

it('CFG-03 a misspelt word is told with the nearest known one, if any is near', () => {
  const known = ['Mitsubishi', 'Mazda', 'MG', '/about-us', '/'];
  expect(nearestWord('Mitsubshi', known)).toBe('Mitsubishi');
  expect(nearestWord('mzada', known)).toBe('Mazda');
  expect(nearestWord('/abuot-us', known)).toBe('/about-us');
  expect(nearestWord('Zeekr', known)).toBeUndefined();
  expect(nearestWord('/b', known)).toBeUndefined();
  expect(nearestWord('', [])).toBeUndefined();
});
