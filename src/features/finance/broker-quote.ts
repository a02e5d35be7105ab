import { type Cents, dollarsToCents, wholeDollars } from '#src/platform/number/number-format.ts';

/** FIN-02: years. */
export const QUOTE_TERM = { min: 1, max: 7, start: 5 } as const;
/** FIN-17: the deposit the broker's quotes assume, in per cent of the price. */
export const QUOTE_DEPOSIT_PERCENT = 10;

/** A quote in dollars, as in the API of the endpoint and the broker. Rates in per cent per year. */
export type DollarQuote = { weeklyRepaymentAmount: number; advertisedRate: number; comparisonRate: number };

/**
 * FIN-03, decision 20: converts a broker's quote, which assumes its deposit.
 * @param price whole cents; null if unknown
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
  depositCents: dollarsToCents(wholeDollars(((price ?? 0) * QUOTE_DEPOSIT_PERCENT) / 100)),
  balloonCents: 0,
  source: 'broker' as const,
});

/** ERR-04: exact texts. */
export const QUOTE_FAILED_MESSAGE = 'Failed to get quick quote';
export const customerFailedMessage = (broker: string): string => `Failed to create customer with ${broker}`;
export const NO_REDIRECT_MESSAGE = 'Failed to create customer or no redirect URL received.';

/** Separate from the endpoints, so that browsers load no schemas. */

/** FIN-03. */
export const QUOTE_PATH = '/api/youx/quote';
/** FIN-04. */
export const CREATE_CUSTOMER_PATH = '/api/youx/create-customer';
