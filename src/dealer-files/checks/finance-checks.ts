import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { FinanceConfig } from '#src/config/sections/finance/finance-section.ts';
import type { Finding } from '#src/dealer-files/config-problem.ts';
import { siteCalculator, siteFees } from '#src/features/finance/advertised-repayment.ts';
import { comparisonRate as compare } from '#src/features/finance/loan/repayment.ts';

export const checkFinance = ({ finance }: DealerConfig): Finding[] => [
  ...checkComparisonRate('finance.comparisonRate', finance, finance),
  ...(finance.usedExample
    ? checkComparisonRate('finance.usedExample.comparisonRate', finance.usedExample, finance)
    : []),
  ...checkCalculator(finance),
];

/** FIN-19: without text messages the popup cannot be submitted. */
export const missingCodeSettings = (
  { finance }: DealerConfig,
  environment: Readonly<Record<string, string | undefined>>,
): Finding[] =>
  finance.quickQuote !== 'popup' || environment.SMS_URL
    ? []
    : [
        {
          path: 'finance.quickQuote',
          expected: 'SMS_URL to be set where the popup verifies phones',
          received: 'SMS_URL, which is not set here',
          remedy: 'Set it where the site is served, or write "page".',
        },
      ];

/** Comparison rate resulting from an interest rate and the fees, for the standard loan. */
function rateWithFees(finance: FinanceConfig, interestRate: number): number {
  const rate = compare({ ...siteFees(finance), interestRate });
  return Math.max(interestRate, Math.round((rate ?? 0) * 100) / 100);
}

/** Fees only increase a rate, so a lower comparison rate is a mistake that would mislead. */
function checkComparisonRate(
  path: string,
  { interestRate, comparisonRate }: Pick<FinanceConfig, 'interestRate' | 'comparisonRate'>,
  finance: FinanceConfig,
): Finding[] {
  const least = rateWithFees(finance, interestRate);
  if (comparisonRate === null || comparisonRate >= least) return [];
  const expected =
    least === interestRate
      ? `at least the interest rate of ${interestRate}`
      : `at least ${least}, which ${interestRate} and the fees come to for $30,000 over 5 years`;
  const remedy = "Copy the lender's comparison rate, or write null to show no repayment at this rate.";
  return [{ path, expected, received: `${comparisonRate}`, remedy }];
}

/** FIN-06: the calculator starts with the site's rate and term, so its limits must include them. */
function checkCalculator(finance: FinanceConfig): Finding[] {
  // Without a comparison rate nothing is calculated.
  if (finance.comparisonRate === null) return [];
  const { rate, longestTermYears, termYearsList, isRateFixed } = siteCalculator(finance);
  const findings: Finding[] = [];
  const { interestRate, termYears } = finance;
  const isInside = interestRate >= rate.min && interestRate <= rate.max;
  if (rate.min > rate.max || (!isRateFixed && !isInside)) {
    findings.push({
      path: 'finance.interestRate',
      expected: `a rate from ${rate.min} to ${rate.max}, as the calculator of ${finance.provider} allows`,
      received: `${interestRate}`,
      remedy: 'Correct the rate, or set "finance.calculator.lowestRate" and "highestRate".',
    });
  }
  if (termYears > longestTermYears || (termYearsList && !termYearsList.includes(termYears))) {
    findings.push({
      path: 'finance.termYears',
      expected: termYearsList ? `one of ${termYearsList.join(', ')}` : `at most ${longestTermYears}`,
      received: `${termYears}`,
      remedy:
        'Choose a term the calculator offers, or change "finance.calculator" or "finance.termYearsList".',
    });
  }
  return findings;
}
