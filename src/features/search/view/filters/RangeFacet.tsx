import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useRange } from 'react-instantsearch';
import type { Facet } from '#src/features/search/facets/facets.ts';
import {
  type Bounds,
  moveThumb,
  outOfRangeWarning,
  RANGE_DEBOUNCE_MS,
  rangeOf,
  rangeWarning,
  sliderBounds,
  sliderStep,
  snap,
  snapThumb,
  thumbPositions,
} from '#src/features/search/facets/range-slider.ts';
import { rangeNumber } from '#src/features/search/search-wording.ts';
import { enteredDigits, rangeField } from '#src/features/search/url/url-codec.ts';
import { facetId, SEARCH_FORM_ID } from '#src/features/search/view/search-anchors.ts';
import { useEarlyGesture } from '#src/features/search/view/use-gestures.ts';
import { useSearch } from '#src/features/search/view/use-search.ts';

type NumberBoxProps = {
  name: string;
  form: string;
  label: string;
  value: number | null;
  placeholder: string;
  format(value: number): string;
  /** null if cleared. */
  onEnter(value: number | null): void;
};

/**
 * A number with its unit, committed on Enter or blur. Updates from elsewhere do not overwrite it while typing.
 */
function NumberBox({ name, form, label, value, placeholder, format, onEnter }: NumberBoxProps) {
  const box = useRef<HTMLInputElement>(null);
  const text = value === null ? '' : format(value);
  const shown = useRef(text);
  const first = useRef(text);
  const isTyping = useRef(false);

  const enter = () => {
    if (!box.current || !isTyping.current) return;
    isTyping.current = false;
    const digits = enteredDigits(box.current.value);
    box.current.value = shown.current;
    const entered = digits === '' ? null : Number(digits);
    if (entered !== value) onEnter(entered);
  };

  useEarlyGesture(() => {
    isTyping.current = box.current?.value !== first.current;
    const isLeft = box.current !== document.activeElement;
    return isTyping.current && isLeft ? enter : undefined;
  });

  useLayoutEffect(() => {
    shown.current = text;
    if (box.current && !isTyping.current) box.current.value = text;
  }, [text]);

  return (
    <input
      ref={box}
      className="input"
      type="text"
      inputMode="numeric"
      autoComplete="off"
      name={name}
      form={form}
      aria-label={label}
      placeholder={placeholder}
      defaultValue={first.current}
      onInput={() => {
        isTyping.current = true;
      }}
      onBlur={enter}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
        event.preventDefault();
        enter();
      }}
    />
  );
}

const ENDS = ['min', 'max'] as const;
const END_WORDS = { min: 'from', max: 'to' } as const;

/** SRCH-06: two native sliders over one track, and two inputs that also work without JavaScript. */
export function RangeFacet({ facet, isOpen }: { facet: Facet; isOpen: boolean }) {
  const { name, label } = facet;
  const { range: found, refine } = useRange({ attribute: name });
  const hasFigures = found.min !== 0 || found.max !== 0;
  const bounds = sliderBounds(name, hasFigures ? (found as Bounds) : undefined);
  const range = useSearch().state.ranges[name];
  const [moving, setMoving] = useState<Bounds>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const track = useRef<HTMLDivElement>(null);
  const resting = thumbPositions(range, bounds);
  const at = moving ?? resting;
  const latest = useRef({ refine, at });
  latest.current = { refine, at };
  const snapped = (to: Bounds): Bounds => ({
    min: snapThumb(name, resting.min, to.min, bounds),
    max: snapThumb(name, resting.max, to.max, bounds),
  });
  const shown = moving ? snapped(moving) : undefined;

  useEffect(() => () => clearTimeout(timer.current), []);

  // A URL may have values outside the bounds; the thumbs are clamped.
  const warning = range && rangeWarning(range, bounds);
  useEffect(() => {
    if (warning) console.warn(warning);
  }, [warning]);

  // The content security policy blocks style attributes, but not the CSSOM.
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
    timer.current = setTimeout(() => commit(snapped(to)), RANGE_DEBOUNCE_MS);
  }

  function enter(end: 'min' | 'max', value: number | null) {
    const warning = value === null ? undefined : outOfRangeWarning(value, bounds);
    if (warning) console.warn(warning);
    move(end, value === null ? bounds[end] : snap(name, value, bounds));
  }

  useEarlyGesture(() => {
    const dragged = [...(track.current?.querySelectorAll('input') ?? [])].flatMap((thumb, index) => {
      const end = ENDS[index];
      const value = Number(thumb.value);
      // The browser rounds the initial value to the nearest step.
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
              // The button is removed with the range, which would lose the focus.
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
