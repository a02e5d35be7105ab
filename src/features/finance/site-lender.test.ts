import * as v from 'valibot';
import { expect, it } from 'vitest';
import { FINANCE_PROVIDERS, FinanceSchema } from '#src/config/sections/finance/finance-section.ts';
import { siteCalculator, siteEstablishmentFee, siteFees } from './advertised-repayment.ts';
import { LENDERS } from './lenders.data.ts';
import { feesAtStart } from './loan/repayment.ts';

const finance = (more: object = {}) =>
  v.parse(FinanceSchema, {
    provider: 'Manual',
    interestRate: 7.49,
    comparisonRate: 9.86,
    disclaimer: 'Basis and warning.',
    ...more,
  });

it.each(FINANCE_PROVIDERS)(
  'FIN-06 the calculator of a site with %s has the limits of its lender',
  (provider) => {
    expect(siteCalculator(finance({ provider }))).toEqual({
      ...LENDERS[provider].calculator,
      termYearsList: null,
      loanUpTo105Percent: false,
    });
  },
);

it('FIN-06 a site sets its own limits, each alone', () => {
  const of = (calculator: object) => siteCalculator(finance({ provider: 'Taurus', calculator }));
  expect(of({ lowestRate: 6 }).rate).toEqual({ min: 6, max: 14.5, step: 0.5 });
  expect(of({ highestRate: 20 }).rate).toEqual({ min: 7.5, max: 20, step: 0.5 });
  expect(of({ rateStep: 0.01 }).rate).toEqual({ min: 7.5, max: 14.5, step: 0.01 });
  expect(of({ smallestAmount: 5000 }).smallestAmount).toBe(500_000);
  expect(of({ longestTermYears: 5 }).longestTermYears).toBe(5);
});

it.each([true, false])('FIN-06 rateIsFixed %s decides, whatever the lender does', (rateIsFixed) => {
  for (const provider of FINANCE_PROVIDERS)
    expect(siteCalculator(finance({ provider, calculator: { rateIsFixed } })).isRateFixed).toBe(rateIsFixed);
});

it.each([true, false])('FIN-14 loanUpTo105Percent %s', (loanUpTo105Percent) => {
  const calculator = { loanUpTo105Percent };
  expect(siteCalculator(finance({ calculator })).loanUpTo105Percent).toBe(loanUpTo105Percent);
});

it('FIN-14 a list of terms sets the longest one', () => {
  const { termYearsList, longestTermYears } = siteCalculator(finance({ termYearsList: [1, 3, 4.5] }));
  expect(termYearsList).toEqual([1, 3, 4.5]);
  expect(longestTermYears).toBe(4.5);
});

it('FIN-08 the establishment fee of the site comes before that of the lender, a fee of $0 too', () => {
  const fee = (more: object) => siteEstablishmentFee(finance({ provider: 'AusLoans', ...more }));
  expect(fee({})).toBe(136_050);
  expect(fee({ establishmentFee: 495 })).toBe(49_500);
  expect(fee({ establishmentFee: 0 })).toBe(0);
});

it('FIN-08 one dealer’s fixed fees: establishment $395, security registration $6, monthly $8, agency $912.25', () => {
  const fees = siteFees(
    finance({ establishmentFee: 395, securityRegistrationFee: 6, monthlyFee: 8, dealerAgencyFee: 912.25 }),
  );
  expect(fees).toEqual({
    establishmentFee: 39_500,
    otherFees: [
      { label: 'Security registration fee', cents: 600 },
      { label: 'Dealer agency fee', cents: 91_225 },
    ],
    capitaliseFee: true,
    monthlyFee: 800,
  });
  expect(feesAtStart(fees)).toBe(131_325);
});
