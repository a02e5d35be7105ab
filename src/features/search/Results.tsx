import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { EmptyResults } from './EmptyResults.tsx';
import { ResultCards } from './ResultCards.tsx';
import { useSurroundings } from './search-settings.ts';
import { useCardsInTurn } from './use-cards-in-turn.ts';
import { useFound, useSearchStatus } from './use-search.ts';

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

/** The cards a screen shows are painted first; those below keep their room until their turn comes. */
function FoundCards({ room }: { room: RefObject<HTMLElement | null> }) {
  const { settings, nowMs } = useSurroundings();
  const { hits, of } = useFound();
  const newest = useMemo(() => ({ hits, state: of }), [hits, of]);
  return <ResultCards {...useCardsInTurn(newest, settings.promos, room)} {...{ settings, nowMs }} />;
}

/**
 * While the next results load, and when they fail, the last ones stay (SRCH-09).
 * @param first cards of the first results, as the server wrote them; they are neither read nor rendered again
 */
export function Results({ first }: { first: ReactNode }) {
  const { areHitsInPage, hits } = useFound();
  const isLate = useLate(useSearchStatus().isLoading);
  const room = useRef<HTMLDivElement>(null);
  if (!areHitsInPage && hits.length === 0) return <EmptyResults />;
  return (
    <div ref={room} className="results-cards" data-loading={isLate || undefined}>
      {areHitsInPage ? first : <FoundCards room={room} />}
    </div>
  );
}
