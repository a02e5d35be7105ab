import { expect, it } from 'vitest';
import { isTradeInEligible, offersTradeIn } from './trade-in-eligibility.ts';

const priced = (cents: number | null) => ({ kind: cents === null ? 'none' : 'price', cents }) as const;
const car = { status: 'in_stock', reserved: false, shownPrice: priced(2_000_000) } as const;

it('FORM-14 a car in stock, not reserved and priced accepts trade-ins', () => {
  expect(isTradeInEligible(car)).toBe(true);
});

it.each([
  ['sold', { status: 'sold' }],
  ['still to come', { status: 'coming_soon' }],
  ['reserved', { reserved: true }],
  ['without a price', { shownPrice: priced(null) }],
  ['priced at 200', { shownPrice: priced(20_000) }],
  ['rented by the week', { shownPrice: { kind: 'subscription', cents: 28_900 } }],
] as const)('FORM-14 a car %s cannot', (_name, change) => {
  expect(isTradeInEligible({ ...car, ...change })).toBe(false);
});

it('FORM-14 the price must be above 200', () => {
  expect(isTradeInEligible({ ...car, shownPrice: priced(20_001) })).toBe(true);
});

it('FORM-14 CFG-08 a trade-in is offered where both the car and its dealership allow it', () => {
  expect(offersTradeIn(car, { tradeIn: true })).toBe(true);
  expect(offersTradeIn({ ...car, reserved: true }, { tradeIn: true })).toBe(false);
  expect(offersTradeIn(car, { tradeIn: false })).toBe(false);
  expect(offersTradeIn(car, undefined)).toBe(false);
});
