import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { EMPTY_SEARCH } from '#src/domain/search/search-state.ts';
import { SaveSearchLink } from './SaveSearchLink.tsx';
import { StateContext } from './use-search.ts';

const linkOf = (state: Partial<typeof EMPTY_SEARCH>) =>
  renderToStaticMarkup(
    <StateContext value={{ ...EMPTY_SEARCH, ...state }}>
      <SaveSearchLink className="x">Save this search</SaveSearchLink>
    </StateContext>,
  );

it('SRCH-33 the link saves the search as it is now, without its page and order', () => {
  const state = { lists: { make: ['Kia'] }, page: 3, sortBy: 'price_asc' as const, query: 'tow bar' };
  expect(linkOf(state)).toBe(
    '<a class="x" href="/save-search?query=tow+bar&amp;make=Kia" rel="nofollow">Save this search</a>',
  );
  expect(linkOf({})).toContain('href="/save-search"');
});
