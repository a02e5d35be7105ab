import { SaveSearchLink } from './SaveSearchLink.tsx';
import { useSurroundings } from './search-settings.ts';

/** SRCH-12, worded by the dealer. */
export function EmptyResults() {
  const { settings } = useSurroundings();
  return (
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
  );
}
