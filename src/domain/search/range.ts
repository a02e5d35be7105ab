import type { FacetName } from '#src/config/sections/search.ts';
import type { NumberRange } from './search-state.ts';

/** SRCH-06. */
export const RANGE_DEBOUNCE_MS = 400;
const ROUNDING = 1000;
const ROUNDED_FACETS: readonly FacetName[] = ['price', 'km'];
const STEPS = 100;
export const DEFAULT_BOUNDS: Bounds = { min: 0, max: 100_000 };

/** SRCH-32, worded by the specification. */
export const BELOW_MINIMUM = 'Cannot refine below the range minimum';
export const ABOVE_MAXIMUM = 'Cannot refine above the range maximum';

/** Both ends of a slider, in the facet's unit. */
export type Bounds = { min: number; max: number };

const isRounded = (name: FacetName) => ROUNDED_FACETS.includes(name);

/** Bounds of a slider from the engine's statistics; price and km reach outwards to whole thousands. */
export function sliderBounds(name: FacetName, stats: Bounds | undefined): Bounds {
  if (!stats || !Number.isFinite(stats.min) || !Number.isFinite(stats.max)) return DEFAULT_BOUNDS;
  if (!isRounded(name)) return { min: Math.floor(stats.min), max: Math.ceil(stats.max) };
  return {
    min: Math.floor(stats.min / ROUNDING) * ROUNDING,
    max: Math.ceil(stats.max / ROUNDING) * ROUNDING,
  };
}

/** A hundredth of the range, rounded, at least 1. */
export const sliderStep = ({ min, max }: Bounds): number => Math.max(1, Math.round((max - min) / STEPS));

/** Price and km to the nearest 1000, others to whole numbers; then inside the bounds. */
export function snap(name: FacetName, value: number, { min, max }: Bounds): number {
  const unit = isRounded(name) ? ROUNDING : 1;
  return Math.min(Math.max(Math.round(value / unit) * unit, min), max);
}

/** Where the two thumbs stand for a refinement. */
export function thumbs(range: NumberRange | undefined, bounds: Bounds): Bounds {
  const inside = (value: number) => Math.min(Math.max(value, bounds.min), bounds.max);
  return { min: inside(range?.min ?? bounds.min), max: inside(range?.max ?? bounds.max) };
}

/** Moves one thumb; it may meet the other but not pass it. */
export function moveThumb(
  name: FacetName,
  at: Bounds,
  thumb: 'min' | 'max',
  value: number,
  bounds: Bounds,
): Bounds {
  const to = snap(name, value, bounds);
  return thumb === 'min'
    ? { min: Math.min(to, at.max), max: at.max }
    : { min: at.min, max: Math.max(to, at.min) };
}

/** The refinement two thumbs stand for; a thumb at its end leaves that end open, so the full range is none. */
export const rangeOf = (at: Bounds, bounds: Bounds): NumberRange => ({
  min: at.min > bounds.min ? at.min : null,
  max: at.max < bounds.max ? at.max : null,
});

/** The text to log where a typed value lies outside the slider, else undefined. */
export function outOfRange(value: number, { min, max }: Bounds): string | undefined {
  if (value < min) return BELOW_MINIMUM;
  return value > max ? ABOVE_MAXIMUM : undefined;
}
