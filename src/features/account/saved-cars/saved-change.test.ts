import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PRICE_TYPES } from '#src/config/sections/stock/stock-terms.ts';
import { formatCents } from '#src/platform/number/number-format.ts';
import { priceChange, readSavedPrice, savedPriceOf, writeSavedPrice } from './saved-change.ts';

const anyPrice = fc.record({
  cents: fc.integer({ min: 1, max: 2_000_000_000 }),
  type: fc.constantFrom(...PRICE_TYPES),
});

it('FAV-01 a price that went down or up is said in dollars', () => {
  const saved = { cents: 3_499_000, type: 'drive_away' } as const;
  expect(priceChange(saved, { ...saved, cents: 3_299_000 })).toEqual({
    kind: 'less',
    text: '$2,000 less than when you saved it.',
  });
  expect(priceChange(saved, { ...saved, cents: 3_549_000 })).toEqual({
    kind: 'more',
    text: '$500 more than when you saved it.',
  });
  expect(priceChange(saved, saved)).toBeNull();
});

it('FAV-01 nothing is said where the price at the time is unknown', () => {
  expect(priceChange(undefined, { cents: 100, type: 'drive_away' })).toBeNull();
});

it('FAV-01 a price of another type, or none, is not compared: the one before is given with its type', () => {
  const saved = { cents: 3_499_000, type: 'excluding_government_charges' } as const;
  const before = 'It was $34,990 Excl. government charges when you saved it.';
  expect(priceChange(saved, { cents: 3_299_000, type: 'drive_away' })?.text).toBe(before);
  expect(priceChange(saved, undefined)?.text).toBe(before);
});

it('FAV-01 for any two prices of a type the difference is exact', () => {
  fc.assert(
    fc.property(anyPrice, anyPrice, (a, b) => {
      const change = priceChange(a, { ...b, type: a.type });
      expect(change?.text.split(' ')[0] ?? formatCents(0)).toBe(formatCents(Math.abs(a.cents - b.cents)));
    }),
  );
});

it('FAV-01 a price is read from an address as it was written, and nothing else is read', () => {
  fc.assert(
    fc.property(anyPrice, (price) => {
      expect(readSavedPrice(writeSavedPrice(price))).toEqual(price);
    }),
  );
  for (const text of [
    '',
    '1',
    '1.cheap',
    '-1.drive_away',
    '1e9.drive_away',
    '12345678901.drive_away',
    '1.constructor',
  ])
    expect(readSavedPrice(text), text).toBeUndefined();
});

it('FAV-01 a weekly price, or none, is not stored', () => {
  expect(savedPriceOf({ kind: 'subscription', cents: 18_000 }, { price_type: 'drive_away' })).toBeUndefined();
  expect(savedPriceOf({ kind: 'none', cents: null }, { price_type: 'drive_away' })).toBeUndefined();
  expect(savedPriceOf({ kind: 'price', cents: 100 }, { price_type: null })).toBeUndefined();
});
