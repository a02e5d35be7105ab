import { memo, useEffect, useState } from 'react';
import { useHits, usePagination } from 'react-instantsearch';
import type { Promo } from '#src/config/sections/stock/search-section.ts';
import type { CardDocument } from '#src/features/search/index/search-document.ts';
import { type ResultItem, resultItems } from '#src/features/search/result-items.ts';
import { withPage } from '#src/features/search/search-state.ts';
import { VehicleCard } from '#src/features/search/view/cards/VehicleCard.tsx';
import { type SearchSettings, useSurroundings } from '#src/features/search/view/search-settings.ts';
import { onPlainClick } from '#src/features/search/view/use-gestures.ts';
import { useSearch } from '#src/features/search/view/use-search.ts';
import { TAG_ICON } from '#src/platform/ui/single-icons.data.ts';
import { SaveSearchLink } from './ResultsBar.tsx';

/** SRCH-19: the whole card is a link. */
function PromoCard({ node }: { node: Promo['node'] }) {
  const { title, text, note, label, href, picture } = node;
  return (
    <aside className="promo-card" aria-label={title}>
      {picture ? (
        <img src={picture.url} alt={picture.alt} width={480} height={360} loading="lazy" />
      ) : (
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d={TAG_ICON} />
        </svg>
      )}
      <div className="promo-card-words">
        <p className="promo-card-title">{title}</p>
        <p className="promo-card-text">{text}</p>
        <p>{note}</p>
      </div>
      <a className="button button-accent" href={href}>
        {label}
      </a>
    </aside>
  );
}

type ResultCardsProps = {
  cards: readonly ResultItem[];
  settings: SearchSettings;
  nowMs: number;
};

/** Hits are new objects in every result, so they are compared by value. */
const Card = memo(
  VehicleCard,
  (before, after) =>
    before.isFirst === after.isFirst &&
    before.settings === after.settings &&
    (before.car === after.car || JSON.stringify(before.car) === JSON.stringify(after.car)),
);

/** SRCH-07, SRCH-13, SRCH-19. */
function ResultCards({ cards, settings, nowMs }: ResultCardsProps) {
  return (
    <ul className="vehicle-grid" data-native data-per-row={settings.search.cardsPerRow}>
      {cards.map(({ key, isFirst, entry }) => (
        <li key={key}>
          {entry.kind === 'promo' ? (
            <PromoCard node={entry.promo.node} />
          ) : (
            <Card
              car={entry.item}
              settings={settings}
              nowMs={nowMs}
              isFirst={isFirst}
              sizes={settings.cardSizes}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

/** SRCH-12. */
function EmptyResults() {
  const { settings, nowMs } = useSurroundings();
  const { others, of } = useSearch().found;
  const cards = resultItems({ hits: others, state: of }, []);
  return (
    <>
      <div className="panel empty-results">
        <h2>{settings.copy.noResultsTitle}</h2>
        <p>{settings.copy.noResultsText}</p>
        <p className="empty-ways">
          {settings.search.alerts && (
            <SaveSearchLink className="button">Tell me when one comes in</SaveSearchLink>
          )}
          <a className={settings.search.alerts ? 'button button-quiet' : 'button'} href={settings.emptyHref}>
            Clear Filters
          </a>
        </p>
      </div>
      {cards.length > 0 && (
        <>
          <h2 className="empty-others">Other {settings.noun.many} in stock</h2>
          <ResultCards {...{ cards, settings, nowMs }} />
        </>
      )}
    </>
  );
}

/** Shorter loading is not indicated. */
const INDICATOR_DELAY_MS = 200;

function useDelayed(isLoading: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isLoading) return;
    const timer = setTimeout(() => setLate(true), INDICATOR_DELAY_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isLoading]);
  return isLate;
}

/** SRCH-09: the previous results stay while the next ones load, or if they fail. */
export function Results() {
  const { settings, nowMs } = useSurroundings();
  const { found, isLoading } = useSearch();
  const { items } = useHits<CardDocument>({ escapeHTML: false });
  const isLate = useDelayed(isLoading);
  if (items.length === 0) return <EmptyResults />;
  const cards = resultItems({ hits: items, state: found.of }, settings.promos);
  return (
    <div className="results-cards" data-loading={isLate || undefined}>
      <ResultCards {...{ cards, settings, nowMs }} />
    </div>
  );
}

/** Page links on either side of the current page. */
const NEIGHBOURS = 1;

/** The first, the last and the pages around the current one; null for a gap. */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  const shown = Array.from({ length: pages }, (_, at) => at + 1).filter(
    (number) => number === 1 || number === pages || Math.abs(number - page) <= NEIGHBOURS,
  );
  return shown.flatMap((number, at) => {
    const before = shown[at - 1] ?? number - 1;
    if (number - before === 2) return [number - 1, number];
    return number - before > 2 ? [null, number] : [number];
  });
}

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
