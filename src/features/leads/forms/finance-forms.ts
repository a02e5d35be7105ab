import * as ANALYTICS_EVENTS from '#src/features/content/analytics-events.ts';
import { siteTerms } from '#src/features/finance/advertised-repayment.ts';
import { QUOTE_TERM } from '#src/features/finance/broker-quote.ts';
import {
  CREDIT_SCORE_LABELS,
  CREDIT_SCORES,
  DEFAULT_CREDIT_SCORE,
} from '#src/features/finance/loan/repayment.ts';
import { AMOUNT_RANGE_MESSAGE, QUOTE_AMOUNT } from '#src/features/finance/quote-estimate.ts';
import { years } from '#src/features/finance/repayment-display.ts';
import { CHOICE_MESSAGE, REQUIRED_MESSAGE, rangeMessage } from '#src/features/leads/fields/form-messages.ts';
import type { FormContext, FormSettings, LeadField } from '#src/features/leads/fields/lead-field.ts';
import {
  agreements,
  carId,
  locationOrDealership,
  message,
  PERSON,
  postcode,
} from '#src/features/leads/fields/lead-fields.ts';
import { money } from '#src/features/leads/fields/own-car-fields.ts';
import { inStep, type LeadForm } from './form-definition.ts';

/** The field with the displayed figures, sealed by the server. */
export const FINANCE_SEEN = 'finance_seen';
const MAX_SEEN_LENGTH = 1500;

const CATEGORY = 'Finance Enquiry';

const choice = { required: false, maxLength: 20, invalidMessage: CHOICE_MESSAGE } as const;

/** FIN-14: the terms of the site's calculator, which are those its lender offers. */
const loanTerm = ({ finance }: FormSettings): LeadField => ({
  ...choice,
  name: 'loanTerm',
  label: 'Loan term',
  type: 'select',
  options: [
    { value: '', label: 'Any term' },
    ...siteTerms(finance).map((term) => ({ value: String(term), label: years(term) })),
  ],
});

const OWN_CREDIT_SCORE: LeadField = {
  ...choice,
  name: 'selfAssessedCreditScore',
  label: 'How is your credit history?',
  type: 'select',
  options: [
    { value: '', label: 'Rather not say' },
    ...CREDIT_SCORES.map((value) => ({ value, label: CREDIT_SCORE_LABELS[value] })),
  ],
};

const hidden = (name: string, label: string, maxLength: number): LeadField => ({
  name,
  label,
  type: 'hidden',
  required: false,
  maxLength,
  invalidMessage: REQUIRED_MESSAGE,
});

/** Filled by a link: a value that does not match is dropped, because shoppers cannot correct it. */
const linked = (name: string, label: string, pattern: string): LeadField => ({
  ...hidden(name, label, 80),
  pattern,
});

const LINKED: readonly LeadField[] = [
  linked('vin', 'VIN', '^[A-Za-z0-9-]{5,20}$'),
  linked('nvic', 'NVIC', '^[A-Za-z0-9]{3,10}$'),
  linked('year', 'Build year', '^(?:19|20)\\d\\d$'),
  linked('car_type', 'Condition', '^(?:new|used|demo)$'),
  linked('price', 'Price in the link', '^\\$?\\d[\\d,]{0,9}(?:\\.\\d\\d)?$'),
  linked('credit_score', 'Credit score', `^(?:\\d{1,4}|${CREDIT_SCORES.join('|')})$`),
  linked('whoIsHelping', 'Who is helping', "^[\\p{L}\\p{N}][\\p{L}\\p{N}\\p{M} .,'’()&@+-]{0,79}$"),
];

/** A select of locations or dealerships, as in FORM-02, else the dealership of the link. */
function preferredDealership(settings: FormSettings, context: FormContext): readonly LeadField[] {
  const [field] = locationOrDealership(settings, context);
  if (field?.name === 'dealership_slug') return [{ ...field, name: 'preferredDealership' }];
  const slugs = settings.dealerships.map(({ slug }) => slug);
  const link = linked('preferredDealership', 'Preferred dealership', `^(?:${slugs.join('|')})$`);
  return field ? [field, link] : [link];
}

/** FIN-01, FIN-13: with or without a car. */
export const finance: LeadForm = {
  category: CATEGORY,
  subcategory: () => CATEGORY,
  eventId: () => ANALYTICS_EVENTS.financeEnquiry,
  fields: (settings, context) => [
    ...PERSON,
    ...postcode(settings),
    money(settings, { name: 'vehiclePriceBudget', label: 'Budget' }),
    loanTerm(settings),
    OWN_CREDIT_SCORE,
    ...preferredDealership(settings, context),
    { ...message(settings), required: false },
    ...agreements(settings),
    ...LINKED,
    {
      ...linked(FINANCE_SEEN, 'Figures shown', '^[\\w-]+\\.[\\w-]+$'),
      maxLength: MAX_SEEN_LENGTH,
    },
    carId(context),
  ],
};

/** FIN-02. */
export const QUOTE_STEPS = [
  'Quick Estimate',
  'Your Details',
  'Instant pre-approval',
  'Apply to lender',
] as const;

/** Field names are the broker's. */
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

/** Filled by a link: a vehicle not in stock, and the salesperson. */
const QUOTE_LINKED: readonly LeadField[] = [
  hidden('vin', 'VIN', 80),
  hidden('nvic', 'NVIC', 80),
  hidden('year', 'Year', 4),
  hidden('whoIsHelping', 'Helped by', 80),
];

/** The displayed estimate, with the version of its wording. */
const SHOWN: LeadField = hidden('shownEstimate', 'Estimate shown', 300);

/** FIN-02: the quick quote, on one page or in four steps. */
export const quickQuote: LeadForm = {
  category: 'Finance Enquiry',
  subcategory: () => 'Quick Quote',
  eventId: () => ANALYTICS_EVENTS.financeEnquiry,
  steps: ({ finance }) => (finance.quickQuote === 'popup' ? QUOTE_STEPS : []),
  verifiesPhone: ({ finance }) => (finance.quickQuote === 'popup' ? 'finance' : undefined),
  fields: (settings, context) => [
    ...inStep([...LOAN, ...QUOTE_LINKED, SHOWN, carId(context)], 0),
    ...inStep([...PERSON, ...postcode(settings), ...locationOrDealership(settings, context)], 1),
    ...inStep(agreements(settings), 2),
  ],
};
