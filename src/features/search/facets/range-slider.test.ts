import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  DEFAULT_BOUNDS,
  moveThumb,
  outOfRangeWarning,
  rangeOf,
  rangeWarning,
  sliderBounds,
  sliderStep,
  snap,
  snapThumb,
  thumbPositions,
} from './range-slider.ts';

const bounds = { min: 10_000, max: 70_000 };
const anyBounds = fc
  .tuple(fc.nat(200_000), fc.nat(200_000))
  .map(([a, b]) => sliderBounds('price', { min: Math.min(a, b), max: Math.max(a, b) + 1 }));

it('SRCH-06 without statistics a slider reaches from 0 to 100000', () => {
  expect(sliderBounds('price', undefined)).toEqual(DEFAULT_BOUNDS);
  expect(DEFAULT_BOUNDS).toEqual({ min: 0, max: 100_000 });
});

it('SRCH-06 the step is a hundredth of the range, rounded', () => {
  expect(sliderStep(bounds)).toBe(600);
  expect(sliderStep({ min: 0, max: 12_345 })).toBe(123);
  expect(sliderStep({ min: 2020, max: 2024 })).toBe(1);
});

it('SRCH-06 price and km round to the nearest 1000, years stay as they are', () => {
  expect(snap('price', 24_499, bounds)).toBe(24_000);
  expect(snap('km', 24_500, bounds)).toBe(25_000);
  expect(snap('year', 2021, { min: 2015, max: 2024 })).toBe(2021);
});

it('SRCH-32 thumbs may meet but not pass, and stay inside the bounds', () => {
  fc.assert(
    fc.property(
      anyBounds,
      fc.array(
        fc.tuple(fc.constantFrom('min' as const, 'max' as const), fc.integer({ min: -1e6, max: 1e6 })),
      ),
      (slider, moves) => {
        let at = thumbPositions(undefined, slider);
        for (const [thumb, value] of moves) {
          at = moveThumb(at, thumb, value, slider);
          expect(at.min).toBeLessThanOrEqual(at.max);
          expect(at.min).toBeGreaterThanOrEqual(slider.min);
          expect(at.max).toBeLessThanOrEqual(slider.max);
        }
      },
    ),
  );
  expect(moveThumb({ min: 20_000, max: 40_000 }, 'min', 55_000, bounds)).toEqual({
    min: 40_000,
    max: 40_000,
  });
});

it('SRCH-06 the full range is no refinement, a reset restores it', () => {
  expect(rangeOf(bounds, bounds)).toEqual({ min: null, max: null });
  expect(rangeOf({ min: 20_000, max: 70_000 }, bounds)).toEqual({ min: 20_000, max: null });
  expect(thumbPositions({ min: null, max: null }, bounds)).toEqual(bounds);
});

it('SRCH-06 a refinement outside the bounds is shown at their edge', () => {
  expect(thumbPositions({ min: 500, max: 900_000 }, bounds)).toEqual(bounds);
});

it('SRCH-06 one press of an arrow key moves price by at least its rounding', () => {
  expect(snapThumb('price', 20_000, 20_200, bounds)).toBe(21_000);
  expect(snapThumb('price', 20_000, 19_800, bounds)).toBe(19_000);
  expect(snapThumb('price', 20_000, 20_000, bounds)).toBe(20_000);
});

it('SRCH-32 values outside are logged with the texts given', () => {
  expect(outOfRangeWarning(9_999, bounds)).toBe('Cannot refine below the range minimum');
  expect(outOfRangeWarning(70_001, bounds)).toBe('Cannot refine above the range maximum');
  expect(outOfRangeWarning(10_000, bounds)).toBeUndefined();
});

it('SRCH-06 SRCH-32 a range of an address that lies outside is logged, one inside is not', () => {
  expect(rangeWarning({ min: 0, max: 99_999_999 }, bounds)).toBe(
    'Cannot refine below the range minimum\nCannot refine above the range maximum',
  );
  expect(rangeWarning({ min: null, max: 70_000 }, bounds)).toBeUndefined();
});
