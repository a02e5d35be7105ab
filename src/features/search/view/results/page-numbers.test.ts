import { expect, it } from 'vitest';
import { pageNumbers } from './SearchResults.tsx';

it.each([
  [1, 1, [1]],
  [1, 5, [1, 2, null, 5]],
  [4, 9, [1, 2, 3, 4, 5, null, 9]],
  [5, 9, [1, null, 4, 5, 6, null, 9]],
  [3, 5, [1, 2, 3, 4, 5]],
  [9, 9, [1, null, 8, 9]],
])('SRCH-07 on page %i of %i the pager shows %j', (page, pages, numbers) => {
  expect(pageNumbers(page, pages)).toEqual(numbers);
});
