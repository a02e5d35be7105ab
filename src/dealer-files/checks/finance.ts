import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { Finding } from '../problem.ts';

/** Fees only ever add to a rate, so a lower comparison rate is a slip that would mislead. */
export function checkFinance({ finance: { interestRate, comparisonRate } }: DealerConfig): Finding[] {
  if (comparisonRate === null || comparisonRate >= interestRate) return [];
  return [
    {
      path: 'finance.comparisonRate',
      expected: `at least the interest rate of ${interestRate}`,
      received: `${comparisonRate}`,
      remedy: "Copy the lender's comparison rate, or write null to show no repayments.",
    },
  ];
}
