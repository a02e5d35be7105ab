import type { FacetName } from '#src/config/sections/stock/search-section.ts';
import type { NumberRange } from '#src/features/search/search-state.ts';

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

const unitOf = (name: FacetName) => (ROUNDED_FACETS.includes(name) ? ROUNDING : 1);

/** Bounds of a slider from the engine's statistics; price and km reach outwards to whole thousands. */
export function sliderBounds(name: FacetName, stats: Bounds | undefined): Bounds {
  if (!stats || !Number.isFinite(stats.min) || !Number.isFinite(stats.max)) return DEFAULT_BOUNDS;
  const unit = unitOf(name);
  return { min: Math.floor(stats.min / unit) * unit, max: Math.ceil(stats.max / unit) * unit };
}

/** A hundredth of the range, rounded, at least 1. */
export const sliderStep = ({ min, max }: Bounds): number => Math.max(1, Math.round((max - min) / STEPS));

/** Price and km to the nearest 1000, others to whole numbers; then inside the bounds. */
export function snap(name: FacetName, value: number, { min, max }: Bounds): number {
  const unit = unitOf(name);
  return Math.min(Math.max(Math.round(value / unit) * unit, min), max);
}

/** The positions of the two thumbs for a refinement. */
export function thumbs(range: NumberRange | undefined, bounds: Bounds): Bounds {
  const inside = (value: number) => Math.min(Math.max(value, bounds.min), bounds.max);
  return { min: inside(range?.min ?? bounds.min), max: inside(range?.max ?? bounds.max) };
}

/**
 * Moves one thumb to where the slider puts it; it may meet the other but not pass it. The last step short
 * of the maximum counts as the maximum, which a rounded step may never hit.
 */
export function moveThumb(at: Bounds, thumb: 'min' | 'max', value: number, bounds: Bounds): Bounds {
  const inside = Math.min(Math.max(value, bounds.min), bounds.max);
  const to = inside > bounds.max - sliderStep(bounds) ? bounds.max : inside;
  return thumb === 'min'
    ? { min: Math.min(to, at.max), max: at.max }
    : { min: at.min, max: Math.max(to, at.min) };
}

/**
 * Where a thumb comes to rest. One that was moved by less than half the rounding goes a whole unit that way,
 * so that a single press of an arrow key is never lost.
 */
export function settleThumb(name: FacetName, from: number, to: number, bounds: Bounds): number {
  const rested = snap(name, to, bounds);
  if (rested !== from || to === from) return rested;
  return snap(name, from + Math.sign(to - from) * unitOf(name), bounds);
}

/** The refinement of two thumbs; a thumb at its end leaves that end open, so the full range is no refinement. */
export const rangeOf = (at: Bounds, bounds: Bounds): NumberRange => ({
  min: at.min > bounds.min ? at.min : null,
  max: at.max < bounds.max ? at.max : null,
});

/** The text to log where a typed value lies outside the slider, else undefined. */
export function outOfRange(value: number, { min, max }: Bounds): string | undefined {
  if (value < min) return BELOW_MINIMUM;
  return value > max ? ABOVE_MAXIMUM : undefined;
}

/** The texts to log of a range whose ends lie outside the slider, one a line; undefined where both are inside. */
export function rangeComplaint({ min, max }: NumberRange, bounds: Bounds): string | undefined {
  const complaints = [min, max].map((end) => (end === null ? undefined : outOfRange(end, bounds)));
  return complaints.filter(Boolean).join('\n') || undefined;
}

/** SRCH-24: of the slider beside the tiles, dollars. */
export const PRICE_SLIDER = { min: 5_000, max: 250_000, step: 500 } as const;

/** SRCH-32: moves a handle to where it was pulled; it stays a step short of the other. */
export function moveHandle(at: Bounds, handle: 'min' | 'max', value: number): Bounds {
  const { min, max, step } = PRICE_SLIDER;
  const to = Math.round((value - min) / step) * step + min;
  return handle === 'min'
    ? { min: Math.min(Math.max(to, min), at.max - step), max: at.max }
    : { min: at.min, max: Math.max(Math.min(to, max), at.min + step) };
}
