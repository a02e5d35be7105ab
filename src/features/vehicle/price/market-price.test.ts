import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type GaugeReading, priceGauge } from './market-price.ts';

const WHOLE: Required<GaugeReading> = {
  fill: 0.7,
  listing_price: 3_000_000,
  market_range_min: 2_800_000,
  market_range_max: 3_400_000,
  confidence: 0.8,
};

it.each([
  [0, 'low', 'Good Deal'],
  [0.299, 'low', 'Good Deal'],
  [0.3, 'medium', 'Good Deal'],
  [0.599, 'medium', 'Good Deal'],
  [0.6, 'high', 'Good Deal'],
  [0.649, 'high', 'Good Deal'],
  [0.65, 'high', 'Great Deal'],
  [1, 'high', 'Great Deal'],
] as const)('VDP-31 a fill of %s is %s, "%s"', (fill, band, words) => {
  expect(priceGauge({ ...WHOLE, fill })).toMatchObject({ band, words });
});

it('VDP-10 a reading that is incomplete, uncertain or above the market is not shown', () => {
  for (const key of Object.keys(WHOLE)) expect(priceGauge({ ...WHOLE, [key]: undefined })).toBeNull();
  expect(priceGauge({ ...WHOLE, confidence: 0.2 })).toBeNull();
  expect(priceGauge({ ...WHOLE, confidence: 0.201 })).not.toBeNull();
  expect(priceGauge({ ...WHOLE, market_range_max: 2_999_999 })).toBeNull();
  expect(priceGauge({ ...WHOLE, market_range_max: 3_000_000 })).not.toBeNull();
});

it('VDP-10 a shown reading never has the price above its market', () => {
  const cents = fc.option(fc.integer({ min: 0, max: 10_000_000 }), { nil: undefined });
  const share = fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined });
  const reading = fc.record({
    ...{
      fill: share,
      listing_price: cents,
      market_range_min: cents,
      market_range_max: cents,
      confidence: share,
    },
  });
  fc.assert(
    fc.property(reading, (given) => {
      const shown = priceGauge(given);
      if (shown) expect(shown.price).toBeLessThanOrEqual(shown.highest);
    }),
  );
});
