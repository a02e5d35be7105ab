import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anySearch } from '../../../../../tests/fixtures/any-search.ts';
import { fromUiState, toUiState } from './search-routing.tsx';

it('SRCH-01 InstantSearch hands back the search it was given', () => {
  fc.assert(
    fc.property(anySearch, (state) => {
      expect(fromUiState(toUiState(state))).toEqual(state);
    }),
  );
});

it('SRCH-01 what InstantSearch leaves out is the default', () => {
  expect(fromUiState({})).toEqual({ query: '', page: 1, sortBy: 'custom_rank', lists: {}, ranges: {} });
});
