import { useRange, useRefinementList } from 'react-instantsearch';
import { FACETS, type Facet } from '#src/domain/search/facets.ts';
import { formatRange } from '#src/domain/search/url-codec.ts';
import { SEARCH_FORM_ID } from './form-ids.ts';
import { useSurroundings } from './search-settings.ts';
import { useSearch } from './use-search.ts';

type HiddenProps = { name: Facet['name']; values: readonly string[] };

const Fields = ({ name, values }: HiddenProps) =>
  values.map((value) => <input key={value} type="hidden" name={name} value={value} form={SEARCH_FORM_ID} />);

function HiddenRange(hidden: HiddenProps) {
  useRange({ attribute: hidden.name });
  return <Fields {...hidden} />;
}

function HiddenList(hidden: HiddenProps) {
  useRefinementList({ attribute: hidden.name });
  return <Fields {...hidden} />;
}

/** What an address or words may refine by although the dealer shows it nowhere: the form sends it on. */
export function HiddenFilters() {
  const { settings } = useSurroundings();
  const { lists, ranges } = useSearch().state;
  return FACETS.filter(({ name }) => !settings.search.facets.includes(name)).map(({ name, kind }) => {
    const range = ranges[name];
    return kind === 'range' ? (
      <HiddenRange key={name} name={name} values={range ? [formatRange(range)] : []} />
    ) : (
      <HiddenList key={name} name={name} values={lists[name] ?? []} />
    );
  });
}
