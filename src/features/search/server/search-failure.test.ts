import { expect, it } from 'vitest';
import {
  isRefusal,
  isSearchUnavailable,
  isSearchUnreadable,
  SearchUnavailable,
  SearchUnreadable,
} from './search-failure.ts';

const wrapped = (cause: unknown) => new Error('Search failed', { cause });

it('ERR-01 an unavailable engine is recognised in wrapped errors', () => {
  const unavailable = new SearchUnavailable('no answer');
  expect(isSearchUnavailable(unavailable)).toBe(true);
  expect(isSearchUnavailable(wrapped(unavailable))).toBe(true);
  expect(isRefusal(unavailable)).toBe(false);
  expect(isRefusal(wrapped(new SearchUnavailable('bad filter', { isRefusal: true })))).toBe(true);
});

it('ERR-01 a fault of ours is not mistaken for it', () => {
  expect(isSearchUnavailable(new TypeError('x is not a function'))).toBe(false);
  expect(isSearchUnavailable(Object.assign(new Error('no answer'), { name: 'SearchUnavailable' }))).toBe(
    false,
  );
  expect(isSearchUnavailable('SearchUnavailable')).toBe(false);
  expect(isSearchUnreadable(wrapped(new SearchUnreadable('page')))).toBe(true);
});
