import fc from 'fast-check';
import { expect, it } from 'vitest';
import { moveHandle, PRICE_SLIDER } from './range-slider.ts';

it('SRCH-24 the slider goes from 5,000 to 250,000 in steps of 500', () => {
  expect(PRICE_SLIDER).toEqual({ min: 5000, max: 250_000, step: 500 });
});

it('SRCH-32 neither handle reaches the other', () => {
  const at = { min: 20_000, max: 30_000 };
  expect(moveHandle(at, 'min', 25_240)).toEqual({ min: 25_000, max: 30_000 });
  expect(moveHandle(at, 'min', 30_000)).toEqual({ min: 29_500, max: 30_000 });
  expect(moveHandle(at, 'min', 99_000)).toEqual({ min: 29_500, max: 30_000 });
  expect(moveHandle(at, 'max', 20_000)).toEqual({ min: 20_000, max: 20_500 });
  expect(moveHandle(at, 'max', 0)).toEqual({ min: 20_000, max: 20_500 });
});

it('SRCH-32 however handles are pulled they stay a step apart and inside', () => {
  const pull = fc.record({
    handle: fc.constantFrom('min' as const, 'max' as const),
    to: fc.integer({ min: -1000, max: 400_000 }),
  });
  fc.assert(
    fc.property(fc.array(pull), (pulls) => {
      let at: { min: number; max: number } = { min: PRICE_SLIDER.min, max: PRICE_SLIDER.max };
      for (const { handle, to } of pulls) {
        at = moveHandle(at, handle, to);
        expect(at.max - at.min).toBeGreaterThanOrEqual(PRICE_SLIDER.step);
        expect(at.min).toBeGreaterThanOrEqual(PRICE_SLIDER.min);
        expect(at.max).toBeLessThanOrEqual(PRICE_SLIDER.max);
        expect([at.min % PRICE_SLIDER.step, at.max % PRICE_SLIDER.step]).toEqual([0, 0]);
      }
    }),
  );
});
