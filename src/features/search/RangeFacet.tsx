import { useEffect, useRef, useState } from 'react';
import { useRange } from 'react-instantsearch';
import type { Facet } from '#src/domain/search/facets.ts';
import {
  type Bounds,
  moveThumb,
  outOfRange,
  RANGE_DEBOUNCE_MS,
  rangeComplaint,
  rangeOf,
  settleThumb,
  sliderBounds,
  sliderStep,
  snap,
  thumbs,
} from '#src/domain/search/range.ts';
import { rangeNumber } from '#src/domain/search/search-chips.ts';
import { rangeField } from '#src/domain/search/url-codec.ts';
import { facetId, SEARCH_FORM_ID } from './form-ids.ts';
import { NumberBox } from './NumberBox.tsx';
import { useEarlyGesture } from './use-early-gesture.ts';
import { useSearch } from './use-search.ts';

const ENDS = ['min', 'max'] as const;
const END_WORDS = { min: 'from', max: 'to' } as const;

/** SRCH-06: two native sliders over one track, and two boxes that also work without JavaScript. */
export function RangeFacet({ facet, isOpen }: { facet: Facet; isOpen: boolean }) {
  const { name, label } = facet;
  const { range: found, refine } = useRange({ attribute: name });
  const hasFigures = found.min !== 0 || found.max !== 0;
  const bounds = sliderBounds(name, hasFigures ? (found as Bounds) : undefined);
  const range = useSearch().state.ranges[name];
  const [moving, setMoving] = useState<Bounds>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const track = useRef<HTMLDivElement>(null);
  const resting = thumbs(range, bounds);
  const at = moving ?? resting;
  const latest = useRef({ refine, at });
  latest.current = { refine, at };
  const settled = (to: Bounds): Bounds => ({
    min: settleThumb(name, resting.min, to.min, bounds),
    max: settleThumb(name, resting.max, to.max, bounds),
  });
  const shown = moving ? settled(moving) : undefined;

  useEffect(() => () => clearTimeout(timer.current), []);

  // An address may say what no slider does; its thumbs and boxes are at their ends then.
  const complaint = range && rangeComplaint(range, bounds);
  useEffect(() => {
    if (complaint) console.warn(complaint);
  }, [complaint]);

  // Set through the object model: a style attribute in the HTML is refused by the content security policy.
  useEffect(() => {
    const share = (value: number) => (100 * (value - bounds.min)) / Math.max(1, bounds.max - bounds.min);
    track.current?.style.setProperty('--range-from', `${share(at.min)}%`);
    track.current?.style.setProperty('--range-to', `${share(at.max)}%`);
  }, [at.min, at.max, bounds.min, bounds.max]);

  function commit(to: Bounds) {
    setMoving(undefined);
    const next = rangeOf(to, bounds);
    latest.current.refine([next.min ?? undefined, next.max ?? undefined]);
  }

  function move(end: 'min' | 'max', value: number) {
    const to = moveThumb(latest.current.at, end, value, bounds);
    latest.current.at = to;
    setMoving(to);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => commit(settled(to)), RANGE_DEBOUNCE_MS);
  }

  function enter(end: 'min' | 'max', value: number | null) {
    const complaint = value === null ? undefined : outOfRange(value, bounds);
    if (complaint) console.warn(complaint);
    move(end, value === null ? bounds[end] : snap(name, value, bounds));
  }

  useEarlyGesture(() => {
    const dragged = [...(track.current?.querySelectorAll('input') ?? [])].flatMap((thumb, index) => {
      const end = ENDS[index];
      const value = Number(thumb.value);
      // A browser puts an untouched thumb on the nearest step.
      return end && Math.abs(value - at[end]) > sliderStep(bounds) / 2 ? [{ end, value }] : [];
    });
    if (dragged.length === 0) return undefined;
    return () => {
      for (const { end, value } of dragged) move(end, value);
    };
  });

  return (
    <details className="facet" id={facetId(name)} open={isOpen}>
      <summary>
        {label}
        {range && <span className="facet-chosen">1</span>}
      </summary>
      <fieldset className="range">
        <legend className="visually-hidden">{label}</legend>
        <div ref={track} className="range-track">
          {ENDS.map((end) => (
            <input
              key={end}
              type="range"
              aria-label={`${label} ${END_WORDS[end]}`}
              aria-valuetext={rangeNumber(facet, (shown ?? at)[end])}
              min={bounds.min}
              max={bounds.max}
              step={sliderStep(bounds)}
              value={at[end]}
              onChange={({ target }) => move(end, Number(target.value))}
            />
          ))}
        </div>
        <div className="range-boxes">
          {ENDS.map((end) => (
            <NumberBox
              key={end}
              name={rangeField(name, end)}
              form={SEARCH_FORM_ID}
              label={`${label} ${END_WORDS[end]}`}
              value={shown ? shown[end] : typeof range?.[end] === 'number' ? resting[end] : null}
              placeholder={rangeNumber(facet, bounds[end])}
              format={(value) => rangeNumber(facet, value)}
              onEnter={(value) => enter(end, value)}
            />
          ))}
        </div>
        {range && (
          <button
            type="button"
            className="range-reset"
            onClick={({ currentTarget }) => {
              clearTimeout(timer.current);
              // It goes with the range.
              currentTarget.closest('details')?.querySelector('summary')?.focus();
              commit(bounds);
            }}
          >
            Reset
            <span className="visually-hidden"> {label}</span>
          </button>
        )}
      </fieldset>
    </details>
  );
}
