import { FACETS } from '#src/domain/search/facets.ts';
import { formatRange } from '#src/domain/search/url-codec.ts';
import { SEARCH_FORM_ID } from './form-ids.ts';
import { useSurroundings } from './search-settings.ts';
import { useRefinements } from './use-search.ts';

/** What the address refines by although the dealer shows it nowhere: the form sends it on. */
export function HiddenFilters() {
  const { settings } = useSurroundings();
  const { lists, ranges } = useRefinements();
  return FACETS.filter(({ name }) => !settings.search.facets.includes(name)).flatMap(({ name }) => {
    const range = ranges[name];
    return [...(lists[name] ?? []), ...(range ? [formatRange(range)] : [])].map((value) => (
      <input key={`${name}:${value}`} type="hidden" name={name} value={value} form={SEARCH_FORM_ID} />
    ));
  });
}
