import { financeEnquiry } from '../../analytics-events.ts';
import { CREDIT_SCORE_LABELS, CREDIT_SCORES, DEFAULT_CREDIT_SCORE } from '../../finance/credit-score.ts';
import { AMOUNT_RANGE_MESSAGE, QUOTE_AMOUNT } from '../../finance/quick-quote.ts';
import { QUOTE_TERM } from '../../finance/quoted-repayment.ts';
import type { LeadField } from '../lead-field.ts';
import { agreements, carId, locationOrDealership, PERSON, postcode } from '../lead-fields.ts';
import { CHOICE_MESSAGE, REQUIRED_MESSAGE, rangeMessage } from '../messages.ts';
import type { LeadForm } from './form-entry.ts';

/** FIN-02. */
export const QUOTE_STEPS = [
  'Quick Estimate',
  'Your Details',
  'Instant pre-approval',
  'Apply to lender',
] as const;

/** The loan; names as the broker's. */
const LOAN: readonly LeadField[] = [
  {
    name: 'purchasePrice',
    label: 'Purchase amount',
    type: 'money',
    required: true,
    maxLength: 20,
    min: QUOTE_AMOUNT.min,
    max: QUOTE_AMOUNT.max,
    invalidMessage: AMOUNT_RANGE_MESSAGE,
    value: String(QUOTE_AMOUNT.start),
  },
  {
    name: 'loanTerm',
    label: 'Loan term, years',
    type: 'number',
    required: true,
    maxLength: 2,
    min: QUOTE_TERM.min,
    max: QUOTE_TERM.max,
    step: 1,
    invalidMessage: rangeMessage(QUOTE_TERM.min, QUOTE_TERM.max),
    value: String(QUOTE_TERM.start),
  },
  {
    name: 'selfAssessedCreditScore',
    label: 'How is your credit?',
    type: 'choice',
    required: true,
    maxLength: 10,
    invalidMessage: CHOICE_MESSAGE,
    isWide: true,
    options: CREDIT_SCORES.map((value) => ({ value, label: CREDIT_SCORE_LABELS[value] })),
    value: DEFAULT_CREDIT_SCORE,
  },
];

const hidden = (name: string, label: string, maxLength: number): LeadField => ({
  name,
  label,
  type: 'hidden',
  required: false,
  maxLength,
  invalidMessage: REQUIRED_MESSAGE,
});

/** From a link: a vehicle the site does not have in stock, and the salesperson. */
const QUOTE_LINKED: readonly LeadField[] = [
  hidden('vin', 'VIN', 80),
  hidden('nvic', 'NVIC', 80),
  hidden('year', 'Year', 4),
  hidden('whoIsHelping', 'Helped by', 80),
];

/** What the shopper saw, with the version of its wording. */
const SHOWN: LeadField = hidden('shownEstimate', 'Estimate shown', 300);

const inStep = (fields: readonly LeadField[], step: number): LeadField[] =>
  fields.map((field) => ({ ...field, inStep: step }));

/** FIN-02: the quick quote, on one page or in four steps. */
export const quickQuote: LeadForm = {
  category: 'Finance Enquiry',
  subcategory: () => 'Quick Quote',
  eventId: () => financeEnquiry,
  steps: ({ finance }) => (finance.quickQuote === 'popup' ? QUOTE_STEPS : []),
  verifiesPhone: ({ finance }) => (finance.quickQuote === 'popup' ? 'finance' : undefined),
  fields: (settings, context) => [
    ...inStep([...LOAN, ...QUOTE_LINKED, SHOWN, carId(context)], 0),
    ...inStep([...PERSON, ...postcode(settings), ...locationOrDealership(settings, context)], 1),
    ...inStep(agreements(settings), 2),
  ],
};
