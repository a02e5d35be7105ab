import { expect, it } from 'vitest';
import { shownCount } from './search-wording.ts';

it('SRCH-17 up to 1999 the count is that of the search', () => {
  expect(shownCount(1999, 6_000)).toBe(1999);
  expect(shownCount(0, 6_000)).toBe(0);
});

it('SRCH-17 above it the configured count is shown, else that of the search', () => {
  expect(shownCount(2000, 6_000)).toBe(6_000);
  expect(shownCount(2000, undefined)).toBe(2_000);
});
