import { expect, it } from 'vitest';
import { shownCount } from './shown-count.ts';

it('SRCH-17 a count above 1999 becomes the configured one, else the sum over the conditions', () => {
  const counts = { new: 1200, used: 1400 };
  expect(shownCount(1999, 5000, counts)).toBe(1999);
  expect(shownCount(2000, 5000, counts)).toBe(5000);
  expect(shownCount(2000, undefined, counts)).toBe(2600);
  expect(shownCount(2000, undefined, {})).toBe(2000);
});
