import { memo, startTransition, useOptimistic, useRef } from 'react';
import { formatNumber } from '#src/domain/format-number.ts';
import type { FacetOption } from '#src/domain/search/facet-values.ts';
import type { Facet } from '#src/domain/search/facets.ts';
import { afterPaint } from '#src/ui/after-paint.ts';
import { SEARCH_FORM_ID } from './form-ids.ts';
import { useEarlyGesture } from './use-early-gesture.ts';

type OptionProps = {
  facet: Facet;
  option: FacetOption;
  /** The same function as long as the page lives. */
  toggle(values: readonly string[]): void;
};

const isSame = (before: OptionProps, after: OptionProps) =>
  before.facet === after.facet && JSON.stringify(before.option) === JSON.stringify(after.option);

const painted = () => new Promise<void>((resolve) => afterPaint(resolve));

/** Each result brings new objects; a line that says the same stays as it is. */
const Option = memo(function Option({ facet, option, toggle }: OptionProps) {
  const box = useRef<HTMLInputElement>(null);
  const [isTicked, setTicked] = useOptimistic(option.isChosen);
  // The box is painted first: a search updates the whole page.
  const act = () =>
    startTransition(async () => {
      setTicked(!isTicked);
      await painted();
      toggle(isTicked ? option.values : option.values.slice(0, 1));
      // InstantSearch tells React later; until then the box would fall back.
      await painted();
    });
  useEarlyGesture(() => (box.current?.checked === option.isChosen ? undefined : act));
  return (
    <li>
      <label className="facet-option">
        <input
          ref={box}
          type="checkbox"
          name={facet.name}
          value={option.values[0]}
          form={SEARCH_FORM_ID}
          checked={isTicked}
          onChange={act}
        />
        {option.label}
        <span className="facet-count">{formatNumber(option.count)}</span>
      </label>
    </li>
  );
}, isSame);

type FacetOptionsProps = Omit<OptionProps, 'option'> & { options: readonly FacetOption[] };

/** Values of a facet as checkboxes. */
export function FacetOptions({ options, ...list }: FacetOptionsProps) {
  return (
    <ul>
      {options.map((option) => (
        <Option key={option.label} option={option} {...list} />
      ))}
    </ul>
  );
}
