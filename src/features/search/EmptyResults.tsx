import { resultItems } from './placed-cards.ts';
import { ResultCards } from './ResultCards.tsx';
import { SaveSearchLink } from './SaveSearchLink.tsx';
import { useSurroundings } from './search-settings.ts';
import { useSearch } from './use-search.ts';

/** SRCH-12, worded by the dealer, with other vehicles to go on with. */
export function EmptyResults() {
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
