import { useEffect } from 'react';
import { searchHeading, searchTitle } from '#src/domain/search/search-heading.ts';
import { pageTitle } from '#src/ui/page-title.ts';
import { WholeWords } from '#src/ui/WholeWords.tsx';
import { useSurroundings } from './search-settings.ts';
import { useSearch } from './use-search.ts';

/** Names what was searched for and found, as the title of the page does. */
export function SearchHeading() {
  const { settings } = useSurroundings();
  const { count, stocked } = useSearch().found;
  const heading = searchHeading(stocked, settings.city, settings.noun, settings.conditions);
  useEffect(() => {
    document.title = pageTitle(searchTitle(heading, count, settings.noun), settings.siteName);
  }, [heading, count, settings.siteName, settings.noun]);
  return (
    <h1>
      <WholeWords text={heading} />
    </h1>
  );
}
