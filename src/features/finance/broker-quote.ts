import { type Cents, dollarsToCents } from '#src/platform/number/number-format.ts';

/** FIN-02: years. */
export const QUOTE_TERM = { min: 1, max: 7, start: 5 } as const;
/** FIN-17: what the broker's quotes assume, per cent of the price. */
export const QUOTE_DEPOSIT_PERCENT = 10;

/** A quote in dollars, as the endpoint and the broker have it. Rates in per cent a year. */
export type DollarQuote = { weeklyRepaymentAmount: number; advertisedRate: number; comparisonRate: number };

/**
 * FIN-03, decision 20: the advertised repayment of a broker's quote, which assumes its deposit.
 * @param price whole cents; null if it is not known
 */
export const quotedRepayment = (
  { weeklyRepaymentAmount, advertisedRate, comparisonRate }: DollarQuote,
  price: Cents | null,
  loanTerm: number,
) => ({
  weeklyCents: dollarsToCents(weeklyRepaymentAmount),
  interestRate: advertisedRate,
  comparisonRate,
  termYears: loanTerm,
  depositCents: Math.round(((price ?? 0) * QUOTE_DEPOSIT_PERCENT) / 100),
  balloonCents: 0,
  source: 'broker' as const,
});

/** ERR-04: the exact texts of the broker's failures. */
export const QUOTE_FAILED_MESSAGE = 'Failed to get quick quote';
export const customerFailedMessage = (broker: string): string => `Failed to create customer with ${broker}`;
export const NO_REDIRECT_MESSAGE = 'Failed to create customer or no redirect URL received.';

/** Addresses of the quick quote: browsers need them without the schemas. */

/** FIN-03. */
export const QUOTE_PATH = '/api/youx/quote';
/** FIN-04. */
export const CREATE_CUSTOMER_PATH = '/api/youx/create-customer';
