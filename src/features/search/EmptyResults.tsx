import { useSurroundings } from './search-settings.ts';

/** SRCH-12, worded by the dealer. */
export function EmptyResults() {
  const { settings } = useSurroundings();
  return (
    <div className="panel empty-results">
      <h2>{settings.copy.noResultsTitle}</h2>
      <p>{settings.copy.noResultsText}</p>
      <a className="button" href={settings.emptyHref}>
        Clear Filters
      </a>
    </div>
  );
}
