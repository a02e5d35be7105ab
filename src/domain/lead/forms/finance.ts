import * as ANALYTICS_EVENTS from '../../analytics-events.ts';
import { CREDIT_SCORE_LABELS, CREDIT_SCORES } from '../../finance/credit-score.ts';
import { years } from '../../finance/repayment-display.ts';
import { siteTerms } from '../../finance/site-lender.ts';
import type { FormContext, FormSettings } from '../form-settings.ts';
import type { LeadField } from '../lead-field.ts';
import { agreements, carId, locationOrDealership, message, PERSON, postcode } from '../lead-fields.ts';
import { CHOICE_MESSAGE, REQUIRED_MESSAGE } from '../messages.ts';
import { money } from '../own-car-fields.ts';
import type { LeadForm } from './form-entry.ts';

/** The field with the figures the shopper saw, sealed by the server. */
export const FINANCE_SEEN = 'finance_seen';
const MAX_SEEN_LENGTH = 1500;

const CATEGORY = 'Finance Enquiry';

const choice = { required: false, maxLength: 20, invalidMessage: CHOICE_MESSAGE } as const;

/** FIN-14: the terms of the site's calculator, so that none is offered which its lender does not lend for. */
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

/** From the link, not from the shopper: a text of another pattern is left out, because it could not be corrected. */
const linked = (name: string, label: string, pattern: string): LeadField => ({
  name,
  label,
  type: 'hidden',
  required: false,
  maxLength: 80,
  invalidMessage: REQUIRED_MESSAGE,
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

/** A choice among several locations or dealerships, as FORM-02 asks; else the dealership that the link says. */
function preferredDealership(settings: FormSettings, context: FormContext): readonly LeadField[] {
  const [asked] = locationOrDealership(settings, context);
  if (asked?.name === 'dealership_slug') return [{ ...asked, name: 'preferredDealership' }];
  const slugs = settings.dealerships.map(({ slug }) => slug);
  const link = linked('preferredDealership', 'Preferred dealership', `^(?:${slugs.join('|')})$`);
  return asked ? [asked, link] : [link];
}

/** FIN-01, FIN-13: finance for a car, or before one is chosen. */
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
