import { memo, useEffect, useRef, useState } from 'react';
import { formatNumber } from '#src/domain/format-number.ts';
import type { FacetOption } from '#src/domain/search/facet-values.ts';
import type { Facet } from '#src/domain/search/facets.ts';
import { type SearchState, toggleValues } from '#src/domain/search/search-state.ts';
import { afterPaint } from '#src/ui/after-paint.ts';
import { SEARCH_FORM_ID } from './form-ids.ts';
import { useEarlyGesture } from './use-early-gesture.ts';
import { useSearchActions } from './use-search.ts';

type OptionProps = { facet: Facet; option: FacetOption };

const isSame = (before: OptionProps, after: OptionProps) =>
  before.facet === after.facet && JSON.stringify(before.option) === JSON.stringify(after.option);

/** Each result brings new objects; a line that says the same stays as it is. */
const Option = memo(function Option({ facet, option }: OptionProps) {
  const { now, update } = useSearchActions();
  const box = useRef<HTMLInputElement>(null);
  const [ticked, setTicked] = useState<boolean>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: from then on the search says it
  useEffect(() => setTicked(undefined), [option.isChosen]);
  const toggle = () => {
    const chosen = option.isChosen ? option.values : option.values.slice(0, 1);
    const change = (before: SearchState) => toggleValues(before, facet.name, chosen);
    const isRefused = change(now()) === now();
    setTicked((before) => (isRefused ? undefined : !(before ?? option.isChosen)));
    // The box is seen ticked before the search takes its time.
    afterPaint(() => update(change));
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
          checked={ticked ?? option.isChosen}
          onChange={toggle}
        />
        {option.label}
        <span className="facet-count">{formatNumber(option.count)}</span>
      </label>
    </li>
  );
}, isSame);

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
