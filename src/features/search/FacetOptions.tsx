import { useRef } from 'react';
import type { FacetOption } from '#src/domain/search/facet-values.ts';
import type { Facet } from '#src/domain/search/facets.ts';
import { toggleValues } from '#src/domain/search/search-state.ts';
import { SEARCH_FORM_ID } from './form-ids.ts';
import { useEarlyGesture } from './use-early-gesture.ts';
import { useSearch } from './use-search.ts';

function Option({ facet, option }: { facet: Facet; option: FacetOption }) {
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
        {option.label}
        <span className="facet-count">{option.count.toLocaleString('en-AU')}</span>
      </label>
    </li>
  );
}

/** Values of a facet as checkboxes. */
export function FacetOptions({ facet, options }: { facet: Facet; options: readonly FacetOption[] }) {
  return (
    <ul>
      {options.map((option) => (
        <Option key={option.label} facet={facet} option={option} />
      ))}
    </ul>
  );
}
