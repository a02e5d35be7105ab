import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { EMPTY_SEARCH } from '#src/features/search/search-state.ts';
import { type Search, SearchContext } from '#src/features/search/view/use-search.ts';
import { SaveSearchLink } from './ResultsBar.tsx';

const linkOf = (state: Partial<typeof EMPTY_SEARCH>) =>
  renderToStaticMarkup(
    <SearchContext value={{ state: { ...EMPTY_SEARCH, ...state } } as Search}>
      <SaveSearchLink className="x">Save this search</SaveSearchLink>
    </SearchContext>,
  );

it('SRCH-33 the link saves the search as it is now, without its page and order', () => {
  const state = { lists: { make: ['Kia'] }, page: 3, sortBy: 'price_asc' as const, query: 'tow bar' };
  expect(linkOf(state)).toBe(
    '<a class="x" href="/save-search?query=tow+bar&amp;make=Kia" rel="nofollow">Save this search</a>',
  );
  expect(linkOf({})).toContain('href="/save-search"');
});
