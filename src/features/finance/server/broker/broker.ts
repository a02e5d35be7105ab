import type { CreditScore } from '#src/features/finance/loan/repayment.ts';
import type { LeadPayload } from '#src/features/leads/delivery/lead-payload.ts';
import type { Cents } from '#src/platform/number/number-format.ts';

/** FIN-03. */
export type QuoteQuestion = {
  selfAssessedCreditScore: CreditScore;
  purchasePrice: Cents;
  /** Years. */
  loanTerm: number;
  year?: number | undefined;
  vin?: string | undefined;
  nvic?: string | undefined;
  /** The salesperson. */
  whoIsHelping?: string | undefined;
};

/** Rates in per cent per year. */
export type BrokerQuote = { weeklyRepaymentAmount: Cents; advertisedRate: number; comparisonRate: number };

export type QuoteOutcome =
  | { kind: 'quoted'; quote: BrokerQuote }
  /** The broker has no lender for such a loan. */
  | { kind: 'no_quote' }
  | { kind: 'unavailable'; reason: string };

/** FIN-16: the person and the loan. */
export type CustomerData = {
  nvic?: string | undefined;
  vin?: string | undefined;
  selfAssessedCreditScore: CreditScore;
  purchasePrice: Cents;
  year?: number | undefined;
  loanTerm: number;
  phoneNumber: string;
  firstName: string;
  lastName: string;
  email: string;
  subscribe: boolean;
  postCode: string;
};

export type NewCustomer = {
  data: CustomerData;
  /** The stored lead. */
  additionalData: LeadPayload;
  /** Idempotency key. */
  reference: string;
};

export type CustomerOutcome =
  /** `redirectUrl` is unvalidated. */
  | { kind: 'created'; redirectUrl: string }
  /** The broker responded without a redirect URL. */
  | { kind: 'no_redirect' }
  | { kind: 'unavailable'; reason: string };

/** Never rejects; `signal` cancels the request. */
export type Broker = {
  quote(question: QuoteQuestion, signal?: AbortSignal): Promise<QuoteOutcome>;
  createCustomer(customer: NewCustomer): Promise<CustomerOutcome>;
};
