import {
  CreateCustomerRequestSchema,
  CustomerCreatedSchema,
  QuoteRequestSchema,
  QuoteSchema,
} from './broker.ts';
import type { Endpoint } from './endpoint.ts';
import { CREATE_CUSTOMER_PATH, QUOTE_PATH } from './quote-paths.ts';

/** The calls that reach the finance broker. */
export const BROKER_ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'POST',
    path: QUOTE_PATH,
    summary:
      'The finance broker’s quote for a loan, as JSON, on sites with `finance.quickQuote` or `finance.showBrokerQuote`. A request that is cancelled is cancelled at the broker too. Never cached.',
    request: QuoteRequestSchema,
    sample: { selfAssessedCreditScore: 'GREAT', purchasePrice: 30_000, loanTerm: 5 },
    response: QuoteSchema,
    statuses: {
      200: 'The quote',
      400: '`bad_request`: the body is not JSON',
      404: '`no_quote`: no lender for such a loan; `no_broker`: the site shows no quotes',
      422: '`invalid_quote`: a message for each field under `fields`',
      429: '`too_many_quotes`: more than 120 quotes in ten minutes for one network, or 5000 for the site; `Retry-After` gives the seconds to wait',
      503: '`broker_unavailable`: the broker does not respond within 8 seconds',
    },
  },
  {
    method: 'POST',
    path: CREATE_CUSTOMER_PATH,
    summary:
      'Stores a quick quote as a lead of the form `quick-quote`, then creates the customer at the finance broker, on sites with `finance.quickQuote`. Sent again with the same key, both stay one. Refusals before that are those of the form’s own endpoint. `redirectUrl` is absent where the installation has no broker.',
    request: CreateCustomerRequestSchema,
    sample: {
      data: {
        selfAssessedCreditScore: 'GREAT',
        purchasePrice: 30_000,
        loanTerm: 5,
        phoneNumber: '0491 570 156',
        firstName: 'Ann',
        lastName: 'Example',
        email: 'ann@example.com',
        subscribe: false,
        postCode: '4006',
      },
      additionalData: {
        submission_key: '7a1d4c02-11f3-4d5e-8b9a-3c2e1f0a9d44',
        page_path: '/enquire/quick-quote',
      },
    },
    response: CustomerCreatedSchema,
    statuses: {
      201: 'The lead is stored, and the customer created',
      400: '`bad_request`: the body doesn’t match',
      404: '`form_off`: the site has no quick quote; `unknown_car`',
      409: '`submission_changed`: the same key with another body',
      422: '`invalid_form`: a message for each field under `fields`, by the names of the form',
      429: '`too_many_leads`: nothing was stored; Retry-After gives the seconds to wait',
      503: '`broker_failed` or `no_redirect`: the lead is stored, but the broker has no customer or gave no address of its own; `lead_not_stored`: nothing was stored. `phone` holds the number to call',
    },
  },
];
