import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ComparedLoan, comparisonRate, FREQUENCIES } from './repayment.ts';

const loan = (more: Partial<ComparedLoan> = {}): ComparedLoan => ({
  interestRate: 7.49,
  establishmentFee: 0,
  capitaliseFee: true,
  monthlyFee: 0,
  ...more,
});

const loans = fc.record({
  interestRate: fc.double({ min: 0, max: 48, noNaN: true }),
  establishmentFee: fc.integer({ min: 0, max: 200_000 }),
  capitaliseFee: fc.boolean(),
  monthlyFee: fc.integer({ min: 0, max: 5_000 }),
  frequency: fc.constantFrom(...FREQUENCIES),
  loan: fc.integer({ min: 500_000, max: 10_000_000 }),
  termYears: fc.integer({ min: 1, max: 14 }).map((halves) => halves / 2),
  balloon: fc.integer({ min: 0, max: 400_000 }),
});

describe('comparisonRate', () => {
  it('FIN-08 matches the spreadsheet example RATE(48, -200, 8000) = 0.77% a month', () => {
    // Interest-free, $9,600 repaid on $8,000 received: all of the cost is the capitalised fee.
    const rate = comparisonRate(
      loan({ interestRate: 0, loan: 800_000, establishmentFee: 160_000, termYears: 4 }),
    );
    expect((rate ?? 0) / 12).toBeCloseTo(0.77014725, 6);
  });

  it('FIN-08 two payments give the root of a quadratic', () => {
    // 980 = p (v + v²), p = 1000 / 2 without interest, v = 1 / (1 + r)
    const v = (-1 + Math.sqrt(1 + (4 * 980) / 500)) / 2;
    const rate = comparisonRate(
      loan({
        interestRate: 0,
        loan: 100_000,
        establishmentFee: 2_000,
        capitaliseFee: false,
        termYears: 2 / 12,
      }),
    );
    expect(rate).toBeCloseTo((1 / v - 1) * 1200, 8);
  });

  it('FIN-07 a year has 52.18 weeks and 26.09 fortnights inside the comparison rate', () => {
    const v = (-1 + Math.sqrt(1 + (4 * 980) / 500)) / 2;
    const twice = { interestRate: 0, loan: 100_000, establishmentFee: 2_000, capitaliseFee: false };
    const weekly = comparisonRate(loan({ ...twice, frequency: 'weekly', termYears: 2 / 52.18 }));
    const fortnightly = comparisonRate(loan({ ...twice, frequency: 'fortnightly', termYears: 2 / 26.09 }));
    expect(weekly).toBeCloseTo((1 / v - 1) * 5218, 6);
    expect(fortnightly).toBeCloseTo((1 / v - 1) * 2609, 6);
  });

  it('FIN-08 the basis is $30,000 over 5 years with monthly repayments unless the lender says otherwise', () => {
    const fees = { establishmentFee: 39_500, monthlyFee: 800 };
    expect(comparisonRate(loan(fees))).toBe(
      comparisonRate(loan({ ...fees, loan: 3_000_000, termYears: 5, frequency: 'monthly' })),
    );
    // The root of sum(616.91… / (1 + r)^k) = 30000 for k = 1…60, found apart from this code by Newton's method.
    expect(comparisonRate(loan(fees))).toBeCloseTo(8.5977, 4);
  });

  it('FIN-08 fees paid at the start cost more than fees added to the loan', () => {
    // A lender publishes 7.76 % for 6.49 %, $400 paid at the start and $10 a month.
    const fees = { interestRate: 6.49, establishmentFee: 40_000, monthlyFee: 1_000 };
    const rateOf = (capitaliseFee: boolean) => comparisonRate(loan({ ...fees, capitaliseFee }))?.toFixed(2);
    expect([rateOf(false), rateOf(true)]).toEqual(['7.76', '7.75']);
  });

  it('FIN-08 equals the interest rate where there are no fees', () => {
    fc.assert(
      fc.property(loans, (terms) => {
        const rate = comparisonRate({ ...terms, establishmentFee: 0, monthlyFee: 0 });
        expect(rate).toBeCloseTo(terms.interestRate, 6);
      }),
    );
  });

  it('FIN-08 is never below the interest rate, and rises with every fee', () => {
    fc.assert(
      fc.property(loans, fc.integer({ min: 100, max: 50_000 }), (terms, more) => {
        const rate = comparisonRate(terms) ?? Number.NaN;
        expect(rate).toBeGreaterThanOrEqual(terms.interestRate - 1e-6);
        expect(comparisonRate({ ...terms, establishmentFee: terms.establishmentFee + more })).toBeGreaterThan(
          rate,
        );
        expect(comparisonRate({ ...terms, monthlyFee: terms.monthlyFee + more })).toBeGreaterThan(rate);
      }),
    );
  });

  it('FIN-08 charged at the rate found, the money received is paid back to the cent', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100_000 }),
        fc.integer({ min: 0, max: 3_000 }),
        (fee, monthly) => {
          const terms = loan({ establishmentFee: fee, monthlyFee: monthly });
          const month = (comparisonRate(terms) ?? Number.NaN) / 1200;
          const contract = 0.0749 / 12;
          const payment = ((3_000_000 + fee) * contract) / (1 - (1 + contract) ** -60) + monthly;
          let owing = 3_000_000;
          for (let paid = 0; paid < 60; paid++) owing = owing * (1 + month) - payment;
          expect(Math.abs(owing)).toBeLessThan(1);
        },
      ),
    );
  });

  it('FIN-08 for any input, the result is a finite rate of at least 0 or null', () => {
    const anything = fc.oneof(
      fc.double(),
      fc.nat(),
      fc.constantFrom(-1, Number.NaN, Number.POSITIVE_INFINITY),
    );
    const anyLoan = fc.record({
      interestRate: anything,
      establishmentFee: anything,
      capitaliseFee: fc.boolean(),
      monthlyFee: anything,
      frequency: fc.constantFrom(...FREQUENCIES),
      loan: anything,
      termYears: anything,
      balloon: anything,
    });
    fc.assert(
      fc.property(anyLoan, (terms) => {
        const rate = comparisonRate(terms);
        expect(rate === null || (Number.isFinite(rate) && rate >= 0)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('FIN-08 fees that consume the loan have no rate', () => {
    expect(comparisonRate(loan({ establishmentFee: 3_000_000, capitaliseFee: false }))).toBeNull();
  });
});
