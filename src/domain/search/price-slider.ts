import type { Bounds } from './range.ts';

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
