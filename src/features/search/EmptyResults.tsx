import { useSurroundings } from './search-settings.ts';

/** SRCH-12, worded by the specification. */
export function EmptyResults() {
  const { settings } = useSurroundings();
  return (
    <div className="panel empty-results">
      <h2>No Results Available</h2>
      <p>No results found for your search at this time. Please try adjusting the filters for more results.</p>
      <a className="button" href={settings.search.defaultPath}>
        Clear Filters
      </a>
    </div>
  );
}
