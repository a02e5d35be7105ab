import { useEffect, useState } from 'react';
import { useHits } from 'react-instantsearch';
import type { CardDocument } from '#src/domain/search/card-document.ts';
import { EmptyResults } from './EmptyResults.tsx';
import { resultItems } from './placed-cards.ts';
import { ResultCards } from './ResultCards.tsx';
import { useSurroundings } from './search-settings.ts';
import { useSearch } from './use-search.ts';

/** Long enough to be noticed. */
const LATE_MS = 200;

/** Whether loading takes so long that it should be seen. */
function useLate(isLoading: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isLoading) return;
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isLoading]);
  return isLate;
}

/** While the next results load, and when they fail, the last ones stay (SRCH-09). */
export function Results() {
  const { settings, nowMs } = useSurroundings();
  const { found, isLoading } = useSearch();
  const { items } = useHits<CardDocument>({ escapeHTML: false });
  const isLate = useLate(isLoading);
  if (items.length === 0) return <EmptyResults />;
  const cards = resultItems({ hits: items, state: found.of }, settings.promos);
  return (
    <div className="results-cards" data-loading={isLate || undefined}>
      <ResultCards {...{ cards, settings, nowMs }} />
    </div>
  );
}
