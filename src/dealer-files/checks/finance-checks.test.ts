import { expect, it } from 'vitest';
import type { FinanceConfig } from '#src/config/sections/finance/finance-section.ts';
import { checkedDealer } from '../../../tests/fixtures/checked-dealer.ts';
import { checkFinance } from './finance-checks.ts';

const { dealer } = checkedDealer();
const NO_FEES = { establishmentFee: 0, monthlyFee: 0, interestRate: 7.49 };
const findingsOf = (more: Partial<FinanceConfig>) =>
  checkFinance({ ...dealer, finance: { ...dealer.finance, ...more } });

it('FIN-08 a comparison rate is never below the interest rate', () => {
  const ofRate = (comparisonRate: number | null) => findingsOf({ ...NO_FEES, comparisonRate });
  expect(ofRate(3)).toMatchObject([
    { path: 'finance.comparisonRate', expected: 'at least the interest rate of 7.49', received: '3' },
  ]);
  expect(ofRate(7.49)).toEqual([]);
  expect(ofRate(null)).toEqual([]);
});

it('FIN-08 a comparison rate is never below what the fees of the file make of its interest rate', () => {
  const fees = { ...NO_FEES, establishmentFee: 395, monthlyFee: 8 };
  expect(findingsOf({ ...fees, comparisonRate: 8.59 })).toMatchObject([
    {
      path: 'finance.comparisonRate',
      expected: 'at least 8.6, which 7.49 and the fees come to for $30,000 over 5 years',
      received: '8.59',
    },
  ]);
  expect(findingsOf({ ...fees, comparisonRate: 8.6 })).toEqual([]);
  const four = { ...fees, securityRegistrationFee: 6, dealerAgencyFee: 912.25 };
  expect(findingsOf({ ...four, comparisonRate: 8.6 })[0]?.expected).toContain('at least 9.86');
  expect(findingsOf({ ...four, comparisonRate: 9.86 })).toEqual([]);
});

it('FIN-08 fees that are paid at the start make another rate than fees that are borrowed', () => {
  const fees = { interestRate: 6.49, establishmentFee: 400, monthlyFee: 10 };
  const least = (feesBorrowed: boolean) =>
    findingsOf({ ...fees, feesBorrowed, comparisonRate: 6.5 })[0]?.expected;
  expect([least(true), least(false)]).toEqual([
    expect.stringContaining('at least 7.75,'),
    expect.stringContaining('at least 7.76,'),
  ]);
});

it('FIN-08 the fee of the lender counts where the file has none', () => {
  const ofLender = { provider: 'AusLoans', establishmentFee: undefined, interestRate: 9.95 } as const;
  expect(findingsOf({ ...ofLender, monthlyFee: 10, comparisonRate: 11.33 })[0]?.expected).toContain('12.54');
});

it('FIN-06 the calculator allows the rate and the term it starts from', () => {
  const angle = { ...NO_FEES, provider: 'Angle', comparisonRate: 20 } as const;
  expect(findingsOf({ ...angle, interestRate: 8.49 })).toMatchObject([
    {
      path: 'finance.interestRate',
      expected: 'a rate from 9.95 to 19.95, as the calculator of Angle allows',
    },
  ]);
  const calculator = { lowestRate: 8 };
  expect(findingsOf({ ...angle, interestRate: 8.49, calculator })).toEqual([]);
  expect(findingsOf({ ...angle, interestRate: 9.95, termYears: 7 })).toMatchObject([
    { path: 'finance.termYears', expected: 'at most 5', received: '7' },
  ]);
  expect(findingsOf({ ...NO_FEES, comparisonRate: 8, termYearsList: [1, 3] })).toMatchObject([
    { path: 'finance.termYears', expected: 'one of 1, 3', received: '5' },
  ]);
  const wrongWay = { lowestRate: 9, highestRate: 4, rateIsFixed: true };
  expect(findingsOf({ ...NO_FEES, comparisonRate: 8, calculator: wrongWay })).toHaveLength(1);
});
