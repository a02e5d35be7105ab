import * as v from 'valibot';
import { wordsOr } from './switches.ts';

/** FORM-01: default heading and button text of each form; "{vehicle}" is what the dealer sells. */
const FORM_WORDS = {
  enquiry: ['Send us an enquiry', 'Send enquiry'],
  'vehicle-enquiry': ['Vehicle enquiry', 'Send enquiry'],
  'enquire-now': ['Enquire Now', 'Send enquiry'],
  'request-photos': ['Request Photos', 'Request photos'],
  'test-drive': ['Book a Test Drive', 'Book test drive'],
  'find-similar': ['Find Me Something Similar', 'Start looking'],
  contact: ['Contact us', 'Send message'],
  careers: ['Careers', 'Send application'],
  parts: ['Parts enquiry', 'Ask for parts'],
  service: ['Book a service', 'Request booking'],
  fleet: ['Fleet enquiry', 'Send to fleet sales'],
  'sell-your-car': ['Sell your {vehicle}', 'Send details'],
  'trade-in': ['Trade-In Valuation', 'Send to the buying team'],
  reserve: ['Reservation request', 'Send reservation request'],
  'quick-quote': ['Quick Estimate', 'Apply now'],
  finance: ['Apply for finance', 'Send application'],
} as const;

export type FormName = keyof typeof FORM_WORDS;
export const FORM_NAMES = Object.keys(FORM_WORDS) as FormName[];

const wordsOf = (form: FormName) => {
  const [title, submit] = FORM_WORDS[form];
  return v.optional(
    v.pipe(
      v.strictObject({
        title: wordsOr(title, `FORM-01: heading of the form "${form}"`),
        submit: wordsOr(submit, `FORM-03: button that sends the form "${form}"`),
      }),
      v.description(`FORM-01: texts of the form "${form}"`),
    ),
    {},
  );
};

export const FormWordsSchema = v.strictObject(
  Object.fromEntries(FORM_NAMES.map((form) => [form, wordsOf(form)])) as {
    [Form in FormName]: ReturnType<typeof wordsOf>;
  },
);

export type FormWords = v.InferOutput<typeof FormWordsSchema>;
