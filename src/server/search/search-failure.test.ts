import { expect, it } from 'vitest';
import { isSearchAway } from './search-failure.ts';

/** The same error as another copy of its module throws it. */
const foreign = Object.assign(new Error('away'), { name: 'SearchUnavailable' });

it('ERR-01 an engine that is away is known by name, through wrappers', () => {
  expect(isSearchAway(foreign)).toBe(true);
  expect(isSearchAway(new Error('Search failed', { cause: foreign }))).toBe(true);
});

it('ERR-01 a fault of ours is not taken for it', () => {
  expect(isSearchAway(new TypeError('x is not a function'))).toBe(false);
  expect(isSearchAway('SearchUnavailable')).toBe(false);
});
