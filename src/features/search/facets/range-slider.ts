import { isDriveAway } from '#src/config/sections/stock/drive-away-facets.ts';
import type { FacetName } from '#src/config/sections/stock/search-section.ts';
import type { NumberRange } from '#src/features/search/search-state.ts';

/** SRCH-06. */
export const RANGE_DEBOUNCE_MS = 400;
const ROUNDING = 1000;
const ROUNDED_FACETS: readonly FacetName[] = ['price', 'km'];
const STEPS = 100;
export const DEFAULT_BOUNDS: Bounds = { min: 0, max: 100_000 };

/** SRCH-32: messages given by the specification. */
export const BELOW_MINIMUM = 'Cannot refine below the range minimum';
export const ABOVE_MAXIMUM = 'Cannot refine above the range maximum';

export type Bounds = { min: number; max: number };

const unitOf = (name: FacetName) => (ROUNDED_FACETS.includes(name) || isDriveAway(name) ? ROUNDING : 1);

/** Bounds of a slider from the engine's facet statistics; price and km are rounded outwards to whole thousands. */
export function sliderBounds(name: FacetName, stats: Bounds | undefined): Bounds {
  if (!stats || !Number.isFinite(stats.min) || !Number.isFinite(stats.max)) return DEFAULT_BOUNDS;
  const unit = unitOf(name);
  return { min: Math.floor(stats.min / unit) * unit, max: Math.ceil(stats.max / unit) * unit };
}

export const sliderStep = ({ min, max }: Bounds): number => Math.max(1, Math.round((max - min) / STEPS));

/** Rounds price and km to the nearest 1000, others to integers, and clamps to the bounds. */
export function snap(name: FacetName, value: number, { min, max }: Bounds): number {
  const unit = unitOf(name);
  return Math.min(Math.max(Math.round(value / unit) * unit, min), max);
}

export function thumbPositions(range: NumberRange | undefined, bounds: Bounds): Bounds {
  const inside = (value: number) => Math.min(Math.max(value, bounds.min), bounds.max);
  return { min: inside(range?.min ?? bounds.min), max: inside(range?.max ?? bounds.max) };
}

/**
 * Moves one thumb; it may meet the other but not pass it. Less than one step below the maximum counts as the maximum,
 * which rounded steps may never reach.
 */
export function moveThumb(at: Bounds, thumb: 'min' | 'max', value: number, bounds: Bounds): Bounds {
  const inside = Math.min(Math.max(value, bounds.min), bounds.max);
  const to = inside > bounds.max - sliderStep(bounds) ? bounds.max : inside;
  return thumb === 'min'
    ? { min: Math.min(to, at.max), max: at.max }
    : { min: at.min, max: Math.max(to, at.min) };
}

/**
 * Snaps a moved thumb. A move of less than half a unit becomes a whole unit in that direction, so that a single press
 * of an arrow key always has an effect.
 */
export function snapThumb(name: FacetName, from: number, to: number, bounds: Bounds): number {
  const snapped = snap(name, to, bounds);
  if (snapped !== from || to === from) return snapped;
  return snap(name, from + Math.sign(to - from) * unitOf(name), bounds);
}

/** A thumb at its end leaves that end open, so the full range is no refinement. */
export const rangeOf = (at: Bounds, bounds: Bounds): NumberRange => ({
  min: at.min > bounds.min ? at.min : null,
  max: at.max < bounds.max ? at.max : null,
});

export function outOfRangeWarning(value: number, { min, max }: Bounds): string | undefined {
  if (value < min) return BELOW_MINIMUM;
  return value > max ? ABOVE_MAXIMUM : undefined;
}

/** One warning per end outside the slider, separated by newlines; undefined if both are inside. */
export function rangeWarning({ min, max }: NumberRange, bounds: Bounds): string | undefined {
  const warnings = [min, max].map((end) => (end === null ? undefined : outOfRangeWarning(end, bounds)));
  return warnings.filter(Boolean).join('\n') || undefined;
}

/** SRCH-24: the price slider of the home page, in dollars. */
export const PRICE_SLIDER = { min: 5_000, max: 250_000, step: 500 } as const;

/** SRCH-32: handles stay at least one step apart. */
export function moveHandle(at: Bounds, handle: 'min' | 'max', value: number): Bounds {
  const { min, max, step } = PRICE_SLIDER;
  const to = Math.round((value - min) / step) * step + min;
  return handle === 'min'
    ? { min: Math.min(Math.max(to, min), at.max - step), max: at.max }
    : { min: at.min, max: Math.max(Math.min(to, max), at.min + step) };
}
