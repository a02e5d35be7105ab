import { usePagination } from 'react-instantsearch';
import { withPage } from '#src/domain/search/search-state.ts';
import { onPlainClick } from './follow-link.ts';
import { pageNumbers } from './page-numbers.ts';
import { useSearch } from './use-search.ts';

export function PageLinks() {
  const { found, urlOf } = useSearch();
  const { refine } = usePagination();
  const { pages, of: state } = found;
  if (pages < 2) return null;
  const link = (page: number) => ({
    href: urlOf(withPage(state, page)),
    onClick: onPlainClick(() => refine(page - 1)),
  });
  return (
    <nav className="page-links" aria-label="Pages">
      {state.page > 1 ? (
        <a {...link(state.page - 1)} rel="prev" className="page-link page-step">
          Previous
        </a>
      ) : (
        <span />
      )}
      <ol>
        {pageNumbers(state.page, pages).map((number, at) => (
          <li key={number ?? `gap-${at}`}>
            {number === null ? (
              <span className="page-gap">…</span>
            ) : (
              <a
                {...link(number)}
                className="page-link"
                aria-current={number === state.page ? 'page' : undefined}
              >
                <span className="visually-hidden">Page </span>
                {number}
              </a>
            )}
          </li>
        ))}
      </ol>
      {state.page < pages ? (
        <a {...link(state.page + 1)} rel="next" className="page-link page-step">
          Next
        </a>
      ) : (
        <span />
      )}
    </nav>
  );
}
