import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  amountFinanced,
  FREQUENCIES,
  instalment,
  type LoanTerms,
  monthlyRepayment,
  PAYMENTS_PER_YEAR,
  repayment,
  repaymentCount,
  weeklyFromMonthly,
  weeklyRepayment,
} from './repayment.ts';

const loan = (more: Partial<LoanTerms> = {}): LoanTerms => ({
  price: 3_000_000,
  deposit: 0,
  balloon: 0,
  interestRate: 6.29,
  termYears: 5,
  establishmentFee: 0,
  capitaliseFee: true,
  monthlyFee: 0,
  ...more,
});

const amount = fc.integer({ min: 0, max: 25_000_000 });
const sensible = fc.record({
  price: fc.integer({ min: 110_000, max: 25_000_000 }),
  deposit: fc.integer({ min: 0, max: 90_000 }),
  balloon: fc.integer({ min: 0, max: 9_000 }),
  interestRate: fc.integer({ min: 0, max: 4800 }).map((hundredths) => hundredths / 100),
  termYears: fc.integer({ min: 2, max: 14 }).map((halves) => halves / 2),
  establishmentFee: fc.integer({ min: 0, max: 300_000 }),
  capitaliseFee: fc.boolean(),
  monthlyFee: fc.integer({ min: 0, max: 5_000 }),
});

describe('instalment', () => {
  it('FIN-08 matches the spreadsheet example PMT(8%/12, 10, 10000) = 1037.03', () => {
    expect(instalment({ principal: 10_000, rate: 0.08 / 12, periods: 10, balloon: 0 })).toBeCloseTo(
      1037.03,
      2,
    );
  });

  it('FIN-08 matches PMT(8%/12, 10, 10000, -2000): a residual lowers the repayment', () => {
    // By hand: (10000 - 2000 / 1.0066667^10) / ((1 - 1.0066667^-10) / 0.0066667)
    const v = (1 + 0.08 / 12) ** -10;
    const byHand = ((10_000 - 2000 * v) * (0.08 / 12)) / (1 - v);
    expect(instalment({ principal: 10_000, rate: 0.08 / 12, periods: 10, balloon: 2000 })).toBeCloseTo(
      byHand,
      8,
    );
  });
});

describe('repayment', () => {
  it('FIN-07 pays 52, 26 or 12 times a year', () => {
    expect(PAYMENTS_PER_YEAR).toEqual({ weekly: 52, fortnightly: 26, monthly: 12 });
    expect(repaymentCount(2.5, 52)).toBe(130);
    expect(repaymentCount(2.5, 26)).toBe(65);
    expect(repaymentCount(2.5, 12)).toBe(30);
  });

  it('FIN-08 without interest the loan is split evenly, rounded half up to the cent', () => {
    expect(weeklyRepayment(loan({ interestRate: 0, price: 2_600_000 }))).toBe(10_000);
    expect(monthlyRepayment(loan({ interestRate: 0, price: 1_000_000, termYears: 1 }))).toBe(83_333);
    expect(monthlyRepayment(loan({ interestRate: 0, price: 1_000_002, termYears: 1 }))).toBe(83_334);
  });

  it('FIN-08 the deposit is taken off first; one that covers the price leaves nothing to finance', () => {
    expect(amountFinanced(loan({ deposit: 500_000, establishmentFee: 39_500 }))).toBe(2_539_500);
    expect(amountFinanced(loan({ deposit: 500_000, establishmentFee: 39_500, capitaliseFee: false }))).toBe(
      2_500_000,
    );
    expect(amountFinanced(loan({ deposit: 3_000_000, establishmentFee: 39_500 }))).toBe(0);
    expect(weeklyRepayment(loan({ deposit: 3_000_000 }))).toBeNull();
  });

  it('FIN-08 a monthly fee of $8 adds $8 a month and $1.85 a week', () => {
    const plain = loan({ interestRate: 0, price: 2_600_000 });
    expect(weeklyRepayment({ ...plain, monthlyFee: 800 })).toBe(10_000 + 185);
    const month = monthlyRepayment(plain);
    expect(monthlyRepayment({ ...plain, monthlyFee: 800 })).toBe((month ?? 0) + 800);
  });

  it('FIN-05 a monthly figure a week is 12 months over 52 weeks, not a quarter', () => {
    expect(weeklyFromMonthly(52_000)).toBe(12_000);
  });

  it('FIN-08 paying every instalment leaves exactly the balloon owing', () => {
    fc.assert(
      fc.property(sensible, fc.constantFrom(...FREQUENCIES), (terms, frequency) => {
        const perYear = PAYMENTS_PER_YEAR[frequency];
        const payment = repayment({ ...terms, monthlyFee: 0 }, frequency);
        const rate = terms.interestRate / 100 / perYear;
        const periods = repaymentCount(terms.termYears, perYear);
        let owing = amountFinanced(terms);
        for (let period = 0; period < periods; period++) owing = owing * (1 + rate) - (payment ?? Number.NaN);
        // Half a cent of rounding a period, with the interest it earns until the end.
        const tolerance = rate === 0 ? periods / 2 : (0.5 * ((1 + rate) ** periods - 1)) / rate;
        expect(Math.abs(owing - terms.balloon)).toBeLessThanOrEqual(tolerance + 1);
      }),
    );
  });

  it('FIN-08 more interest never lowers a repayment, more deposit never raises it', () => {
    fc.assert(
      fc.property(
        sensible,
        fc.double({ min: 0, max: 10, noNaN: true }),
        fc.nat(5000),
        (terms, points, cents) => {
          const now = weeklyRepayment(terms) ?? Number.NaN;
          expect(
            weeklyRepayment({ ...terms, interestRate: terms.interestRate + points }),
          ).toBeGreaterThanOrEqual(now);
          expect(weeklyRepayment({ ...terms, deposit: terms.deposit + cents })).toBeLessThanOrEqual(now);
        },
      ),
    );
  });

  it('FIN-08 for any input, the result is whole cents of at least 0 or null, never NaN or Infinity', () => {
    const anything = fc.oneof(
      amount,
      fc.double(),
      fc.constantFrom(0, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e308),
    );
    const anyTerms = fc.record({
      price: anything,
      deposit: anything,
      balloon: anything,
      interestRate: anything,
      termYears: fc.oneof(anything, fc.double({ min: 0, max: 8 })),
      establishmentFee: anything,
      capitaliseFee: fc.boolean(),
      monthlyFee: anything,
    });
    fc.assert(
      fc.property(anyTerms, fc.constantFrom(...FREQUENCIES), (terms, frequency) => {
        const payment = repayment(terms, frequency);
        expect(payment === null || (Number.isSafeInteger(payment) && payment >= 0)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});
