import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../../../tests/extent.ts';
import { comparisonRate, FREQUENCIES, type Frequency, type LoanTerms, repayment } from './repayment.ts';

/**
 * The same figures by other means: a balance is carried from period to period and both unknowns are searched for,
 * where the code uses the formula of an annuity.
 */

const CASES = 100_000;
const A_YEAR: Record<Frequency, number> = { weekly: 52, fortnightly: 26, monthly: 12 };
const A_YEAR_COMPARED: Record<Frequency, number> = { weekly: 52.18, fortnightly: 26.09, monthly: 12 };

/** What is owed after the last payment: an affine function of the payment, from two balances carried through. */
function owedAfter(owed: number, rate: number, periods: number, payment: number): number {
  let balance = owed;
  for (let period = 0; period < periods; period++) balance += balance * rate - payment;
  return balance;
}

/** The payment that leaves the balloon: between two guesses the balance falls in a straight line. */
function paymentOf(owed: number, rate: number, periods: number, balloon: number): number {
  const guess = owed / periods;
  const [unpaid, paid] = [owedAfter(owed, rate, periods, 0), owedAfter(owed, rate, periods, guess)];
  return (guess * (unpaid - balloon)) / (unpaid - paid);
}

const cases = fc.record({
  price: fc.integer({ min: 500_000, max: 25_000_000 }),
  deposit: fc.integer({ min: 0, max: 300_000 }),
  balloon: fc.integer({ min: 0, max: 150_000 }),
  interestRate: fc.integer({ min: 0, max: 2_000 }).map((hundredths) => hundredths / 100),
  termYears: fc.integer({ min: 2, max: 14 }).map((halves) => halves / 2),
  establishmentFee: fc.integer({ min: 0, max: 150_000 }),
  agencyFee: fc.constantFrom(0, 600, 91_225),
  capitaliseFee: fc.boolean(),
  monthlyFee: fc.integer({ min: 0, max: 2_000 }),
  frequency: fc.constantFrom(...FREQUENCIES),
});

it('FIN-08 a repayment is within half a cent of that of an independent solver', { timeout: 300_000 }, () => {
  fc.assert(
    fc.property(cases, ({ agencyFee, frequency, ...given }) => {
      const loan: LoanTerms = { ...given, otherFees: [{ label: 'Agency', cents: agencyFee }] };
      const perYear = A_YEAR[frequency];
      const fees = loan.capitaliseFee ? loan.establishmentFee + agencyFee : 0;
      const payment =
        paymentOf(
          loan.price - loan.deposit + fees,
          loan.interestRate / 100 / perYear,
          Math.round(loan.termYears * perYear),
          loan.balloon,
        ) +
        (loan.monthlyFee * 12) / perYear;
      expect(Math.abs((repayment(loan, frequency) ?? Number.NaN) - payment)).toBeLessThanOrEqual(0.5 + 1e-6);
    }),
    runs(CASES),
  );
});

it('FIN-08 a comparison rate is within 0.005 points of that of an independent solver', {
  timeout: 600_000,
}, () => {
  fc.assert(
    fc.property(cases, ({ price, interestRate, termYears, establishmentFee, monthlyFee, ...rest }) => {
      const { capitaliseFee, balloon, frequency } = rest;
      const found = comparisonRate({
        ...{ interestRate, termYears, establishmentFee, monthlyFee, capitaliseFee, balloon, frequency },
        loan: price,
      });
      const perYear = A_YEAR_COMPARED[frequency];
      const periods = Math.max(1, Math.round(termYears * perYear));
      const owed = price + (capitaliseFee ? establishmentFee : 0);
      const received = price - (capitaliseFee ? 0 : establishmentFee);
      const payment =
        paymentOf(owed, interestRate / 100 / perYear, periods, balloon) + (monthlyFee * 12) / perYear;
      // At a lower rate the payments leave less than the balloon owing, at a higher one more.
      const leaves = (points: number) =>
        owedAfter(received, ((found ?? Number.NaN) + points) / 100 / perYear, periods, payment) - balloon;
      expect(leaves(-0.005)).toBeLessThan(1);
      expect(leaves(0.005)).toBeGreaterThan(-1);
      expect(leaves(-0.005)).toBeLessThan(leaves(0.005));
    }),
    runs(CASES),
  );
});
