import type { ReactNode } from 'react';
import { SAVE_SEARCH_PATH } from '#src/config/sections/link-paths.ts';
import { savedQuery } from '#src/domain/search/saved-search-query.ts';
import { useSearch } from './use-search.ts';

/** SRCH-33: leads to the form that saves the search as it is now. */
export function SaveSearchLink({ className, children }: { className: string; children: ReactNode }) {
  const query = savedQuery(useSearch().state);
  return (
    <a className={className} href={query ? `${SAVE_SEARCH_PATH}?${query}` : SAVE_SEARCH_PATH} rel="nofollow">
      {children}
    </a>
  );
}
