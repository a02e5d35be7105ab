import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  belowMarket,
  centsBelowMarket,
  contradictsMarket,
  type GaugeReading,
  marketBadge,
  marketStanding,
  marketWorking,
  priceGauge,
} from './market-price.ts';

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

it.each([
  ['in the dearer half, named as below the average', 3_110_000, 200_000, true],
  ['in the cheaper half, named as below the average', 3_090_000, 200_000, false],
  ['in the dearer half, named as fair', 3_110_000, 0, false],
  ['in the dearer half, without an average', 3_110_000, null, false],
] as const)('VDP-274 a gauge with a price %s', (_, listing_price, below, isContradiction) => {
  expect(contradictsMarket({ ...WHOLE, listing_price }, below)).toBe(isContradiction);
  expect(contradictsMarket({ ...WHOLE, listing_price, market_range_max: undefined }, below)).toBe(false);
});

const AVERAGES = { average_market_price: 4_000_000 };

it.each([
  [3_840_000, '$1,600 below market'],
  [3_950_000, '$500 below market'],
  [3_950_001, 'Fair price'],
  [4_000_000, 'Fair price'],
  [4_120_000, 'Fair price'],
  [4_120_001, null],
] as const)('CARD-250 %s cents beside an average of $40,000 is "%s"', (cents, words) => {
  const below = centsBelowMarket(cents, AVERAGES);
  expect(below === null ? null : marketBadge(below)).toBe(words);
});

it('CARD-250 no price and no average have no position; the average of the state comes first', () => {
  expect(centsBelowMarket(null, AVERAGES)).toBeNull();
  expect(centsBelowMarket(3_000_000, undefined)).toBeNull();
  expect(centsBelowMarket(3_800_000, { ...AVERAGES, state_average_market_price: 3_900_000 })).toBe(100_000);
});

it('CARD-250 VDP-11 a card names the same difference as the page of the vehicle, and only then', () => {
  const cents = fc.integer({ min: 100_000, max: 20_000_000 });
  fc.assert(
    fc.property(cents, cents, (price, average) => {
      const averages = { average_market_price: average };
      const below = centsBelowMarket(price, averages);
      const named = (text: string | null) => /^\$[\d,.]+/.exec(text ?? '')?.[0];
      expect(named(belowMarket(price, averages))).toBe(named(below === null ? null : marketBadge(below)));
    }),
  );
});

it('CARD-251 the note says where the average comes from and what each badge means', () => {
  const text = marketWorking('utes');
  for (const part of ['similar utes', 'at least $500 under', '3% above', 'no badge'])
    expect(text).toContain(part);
});

it('CARD-250 VDP-11 the page of a vehicle says what its card says', () => {
  expect(marketStanding(3_840_000, AVERAGES)).toBe('$1,600 below the average market price');
  expect(marketStanding(4_000_000, AVERAGES)).toBe('Fair price');
  expect(marketStanding(4_200_000, AVERAGES)).toBeNull();
  expect(marketStanding(4_000_000, undefined)).toBeNull();
});
