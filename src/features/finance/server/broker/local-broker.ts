import { setTimeout as wait } from 'node:timers/promises';
import { type CreditScore, weeklyRepayment } from '#src/features/finance/loan/repayment.ts';
import { CANCELLED } from '#src/platform/external-services/service-client.ts';
import {
  LATE_MS,
  type ServiceFaultMode,
  UNAVAILABLE_IN,
} from '#src/platform/external-services/service-fault-mode.ts';
import type { Broker, NewCustomer, QuoteQuestion } from './broker.ts';

/** Fictitious offers by credit score, in per cent per year and cents. */
const OFFERS: Readonly<Record<CreditScore, { advertisedRate: number; comparisonRate: number }>> = {
  GREAT: { advertisedRate: 7.49, comparisonRate: 8.61 },
  DECENT: { advertisedRate: 9.95, comparisonRate: 11.14 },
  POOR: { advertisedRate: 14.9, comparisonRate: 16.28 },
};
const ESTABLISHMENT_FEE = 39_500;
const MONTHLY_FEE = 800;
const DEPOSIT_SHARE = 0.1;

/** Amounts in cents that trigger a fault: no quote, or no response. */
export const MADE_UP_AMOUNTS = { noQuote: 7_777_700, unavailable: 6_666_600 } as const;
/** E-mail addresses that trigger a fault: no customer, or no redirect URL. */
export const MADE_UP_EMAILS = {
  unavailable: 'no-customer@example.com',
  noRedirect: 'no-redirect@example.com',
} as const;

/** `sends-nowhere` creates customers without a redirect URL. */
export type BrokerFaultMode = ServiceFaultMode | 'sends-nowhere';

export type LocalBroker = Broker & {
  behave(faultMode: BrokerFaultMode): void;
  quoteRequests: QuoteQuestion[];
  customers: NewCustomer[];
};

/**
 * An in-process broker with deterministic fictitious figures.
 * @param applyAt URL where shoppers continue
 */
export function localBroker(applyAt: string): LocalBroker {
  let faultMode: BrokerFaultMode = 'answers';
  const quoteRequests: QuoteQuestion[] = [];
  const customers: NewCustomer[] = [];
  const reasonOf = (mode: BrokerFaultMode) => (mode === 'sends-nowhere' ? undefined : UNAVAILABLE_IN[mode]);
  return {
    quoteRequests,
    customers,
    behave: (next) => {
      faultMode = next;
    },
    async quote(question, signal) {
      if (signal?.aborted) return { kind: 'unavailable', reason: CANCELLED };
      quoteRequests.push(question);
      const reason = reasonOf(question.purchasePrice === MADE_UP_AMOUNTS.unavailable ? 'fails' : faultMode);
      if (reason !== undefined) return { kind: 'unavailable', reason };
      if (faultMode === 'late') await wait(LATE_MS, undefined, { ...(signal && { signal }) }).catch(() => {});
      if (signal?.aborted) return { kind: 'unavailable', reason: CANCELLED };
      const { selfAssessedCreditScore, purchasePrice, loanTerm } = question;
      const offer = OFFERS[selfAssessedCreditScore];
      const weeklyRepaymentAmount = weeklyRepayment({
        price: purchasePrice,
        deposit: Math.round(purchasePrice * DEPOSIT_SHARE),
        balloon: 0,
        interestRate: offer.advertisedRate,
        termYears: loanTerm,
        establishmentFee: ESTABLISHMENT_FEE,
        capitaliseFee: true,
        monthlyFee: MONTHLY_FEE,
      });
      const isDeclined = faultMode === 'finds-nothing' || purchasePrice === MADE_UP_AMOUNTS.noQuote;
      if (isDeclined || weeklyRepaymentAmount === null) return { kind: 'no_quote' };
      return { kind: 'quoted', quote: { weeklyRepaymentAmount, ...offer } };
    },
    async createCustomer(customer) {
      const { email } = customer.data;
      const reason = reasonOf(email === MADE_UP_EMAILS.unavailable ? 'fails' : faultMode);
      if (reason !== undefined) return { kind: 'unavailable', reason };
      if (faultMode === 'late') await wait(LATE_MS);
      if (faultMode === 'finds-nothing') return { kind: 'unavailable', reason: 'HTTP 404' };
      if (!customers.some(({ reference }) => reference === customer.reference)) customers.push(customer);
      if (faultMode === 'sends-nowhere' || email === MADE_UP_EMAILS.noRedirect)
        return { kind: 'no_redirect' };
      const address = new URL(applyAt);
      address.searchParams.set('reference', customer.reference);
      return { kind: 'created', redirectUrl: address.href };
    },
  };
}
