import { expect, it } from 'vitest';
import { entryTermYears, statedWeek, termsAgree } from './vehicle.ts';

it('FIN-15 the length of a loan is read in years, months or weeks', () => {
  expect(entryTermYears({})).toBeUndefined();
  expect(entryTermYears({ termYears: 4 })).toBe(4);
  expect(entryTermYears({ termMonths: 42 })).toBe(3.5);
  expect(entryTermYears({ termWeeks: 260 })).toBe(5);
  expect(entryTermYears({ termWeeks: 261 })).toBe(5);
  expect(entryTermYears({ termYears: 0, termMonths: 60 })).toBe(5);
});

it('FIN-15 years, months and weeks that are stated together must be one length', () => {
  expect(termsAgree({})).toBe(true);
  expect(termsAgree({ termYears: 5, termMonths: 60, termWeeks: 261 })).toBe(true);
  expect(termsAgree({ termYears: 5, termMonths: 48 })).toBe(false);
  expect(termsAgree({ termMonths: 60, termWeeks: 208 })).toBe(false);
});

it('FIN-15 term{N} is the weekly repayment over N years, where the entry states no other for its own term', () => {
  expect(statedWeek({ term5: 14_000 }, 5)).toBe(14_000);
  expect(statedWeek({ term5: 14_000 }, 7)).toBeUndefined();
  expect(statedWeek({ term5: 14_000, term4: 17_000, termMonths: 48 }, 5)).toBe(17_000);
  expect(statedWeek({ term5: 14_000, paymentWeek: 13_900 }, 5)).toBe(13_900);
});
