import { useRef } from 'react';
import { type FacetOption, facetOptions } from '#src/domain/search/facet-values.ts';
import type { Facet } from '#src/domain/search/facets.ts';
import { toggleValues } from '#src/domain/search/search-state.ts';
import { SEARCH_FORM_ID } from './form-ids.ts';
import { useSurroundings } from './search-settings.ts';
import { useEarlyGesture } from './use-early-gesture.ts';
import { useSearch } from './use-search.ts';

const VALUES_SHOWN = 8;
/** SRCH-05: where the makes split. */
const POPULAR_MAKES = 20;
const MORE_TEXTS: Partial<Record<Facet['name'], string>> = {
  make: 'Show all makes',
  model: 'Show all models',
};

function Option({ facet, option }: { facet: Facet; option: FacetOption }) {
  const { noun } = useSurroundings().settings;
  const { update } = useSearch();
  const box = useRef<HTMLInputElement>(null);
  const toggle = () => {
    const chosen = option.isChosen ? option.values : option.values.slice(0, 1);
    update((now) => toggleValues(now, facet.name, chosen));
  };
  useEarlyGesture(() => (box.current?.checked === option.isChosen ? undefined : toggle));
  return (
    <li>
      <label className="facet-option">
        <input
          ref={box}
          type="checkbox"
          name={facet.name}
          value={option.values[0]}
          form={SEARCH_FORM_ID}
          checked={option.isChosen}
          onChange={toggle}
        />
        <span className="facet-label">{option.label}</span>
        <span className="facet-count">
          {option.count.toLocaleString('en-AU')}
          <span className="visually-hidden"> {option.count === 1 ? noun.one : noun.many}</span>
        </span>
      </label>
    </li>
  );
}

function Options({ facet, options }: { facet: Facet; options: readonly FacetOption[] }) {
  return (
    <ul>
      {options.map((option) => (
        <Option key={option.label} facet={facet} option={option} />
      ))}
    </ul>
  );
}

function SplitMakes({ facet, options }: { facet: Facet; options: readonly FacetOption[] }) {
  return (
    <>
      <h3 className="facet-split">Popular Makes</h3>
      <Options facet={facet} options={options.slice(0, POPULAR_MAKES)} />
      <h3 className="facet-split">All Makes</h3>
      <Options facet={facet} options={options.slice(POPULAR_MAKES)} />
    </>
  );
}

/** SRCH-05: checkboxes with counts; any of those ticked matches. */
export function ListFacet({ facet, isOpen }: { facet: Facet; isOpen: boolean }) {
  const { settings } = useSurroundings();
  const { state, facet: found } = useSearch();
  const all = facetOptions(facet, found(facet.name).counts, state.lists[facet.name]);
  const isCertifiedOnly = facet.name === 'certified' && settings.search.certifiedOnly;
  const options = isCertifiedOnly ? all.filter(({ values }) => !values.includes('false')) : all;
  if (options.length === 0) return null;
  const isSplit = facet.name === 'make' && settings.search.splitMakes && options.length > POPULAR_MAKES;
  const visible =
    facet.name === 'make'
      ? settings.search.makesShown
      : facet.name === 'model'
        ? settings.search.modelsShown
        : (facet.visible ?? VALUES_SHOWN);
  const rest = options.slice(visible);
  const chosen = options.filter((option) => option.isChosen).length;
  return (
    <details className="facet" open={isOpen}>
      <summary>
        {facet.label}
        {chosen > 0 && <span className="facet-chosen">{chosen}</span>}
      </summary>
      <fieldset>
        <legend className="visually-hidden">{facet.label}</legend>
        {isSplit ? (
          <SplitMakes facet={facet} options={options} />
        ) : (
          <>
            <Options facet={facet} options={options.slice(0, visible)} />
            {rest.length > 0 && (
              <details className="facet-more" open={rest.some((option) => option.isChosen)}>
                <summary>{MORE_TEXTS[facet.name] ?? 'Show all'}</summary>
                <Options facet={facet} options={rest} />
              </details>
            )}
          </>
        )}
      </fieldset>
    </details>
  );
}
