import * as v from 'valibot';
import { choice, flag, list, maybeWords, TextSchema, wordsOr } from '#src/config/sections/setting-types.ts';

/** FORM-01: default heading and button label of each form; "{vehicle}" is what the dealer sells. */
const FORM_TEXTS = {
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
  deal: ['Send your deal', 'Send my deal'],
  'quick-quote': ['Quick Estimate', 'Apply now'],
  finance: ['Apply for finance', 'Send application'],
} as const;

export type FormName = keyof typeof FORM_TEXTS;
export const FORM_NAMES = Object.keys(FORM_TEXTS) as FormName[];

const wordsOf = (form: FormName) => {
  const [title, submit] = FORM_TEXTS[form];
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

const FormWordsSchema = v.strictObject(
  Object.fromEntries(FORM_NAMES.map((form) => [form, wordsOf(form)])) as {
    [Form in FormName]: ReturnType<typeof wordsOf>;
  },
);

export type FormTexts = v.InferOutput<typeof FormWordsSchema>;

const DEFAULT_CATEGORIES = [
  'General Enquiry',
  'Vehicle Enquiry',
  'Finance Enquiry',
  'Service Enquiry',
  'Parts Enquiry',
];
const DEFAULT_SERVICE_EXTRAS = ['Loan {vehicle}', 'Pick-up and drop-off', 'Wait while you work'];

/** Fields and texts of forms (FORM-01, FORM-02, FORM-05, FORM-09); part of the section "leads". */
export const FORM_SETTINGS = {
  postcode: v.optional(
    v.pipe(v.picklist(['required', 'optional', 'hidden']), v.description('Whether forms ask for a postcode')),
    'optional',
  ),
  messageRequired: v.optional(v.pipe(v.boolean(), v.description('Whether an enquiry needs a message')), true),
  location: choice(
    ['optional', 'required'],
    'optional',
    'FORM-02: whether shoppers must choose a location when a form offers several',
  ),
  categories: v.optional(
    v.pipe(
      v.array(v.pipe(TextSchema, v.maxLength(60))),
      v.minLength(1),
      v.description(
        'FORM-02: topics of the general enquiry. With two or more the shopper chooses one, which becomes the lead’s category',
      ),
    ),
    DEFAULT_CATEGORIES,
  ),
  termsCheckbox: v.optional(
    v.pipe(v.boolean(), v.description('Ask shoppers to agree to the terms of use')),
    false,
  ),
  termsNote: maybeWords(
    'FORM-02: note above the send button of every form, e.g. "By sending this form you agree to our terms of use."',
  ),
  testDriveTerms: maybeWords('FORM-01: small print of the test-drive form'),
  steps: flag(
    true,
    'FORM-05: whether the enquiry on a vehicle page has steps; if not, it shows all fields together',
  ),
  requestPhotos: flag(true, 'FORM-01: Request Photos on the page of a vehicle without photos'),
  moneyQuickPicks: v.optional(
    v.pipe(
      v.union(
        [
          v.picklist(['standard', 'high']),
          v.pipe(
            v.array(v.pipe(v.number(), v.integer(), v.minValue(100), v.maxValue(10_000_000))),
            v.minLength(2),
            v.maxLength(12),
          ),
        ],
        'standard, high, or a list of 2 to 12 amounts in whole dollars',
      ),
      v.description(
        'FORM-09, CONT-265: amounts suggested for money fields: $5,000 to $70,000, or $300,000 to $800,000, or the dealer’s own',
      ),
    ),
    'standard',
  ),
  enquiryExtras: list(
    TextSchema,
    'FORM-13: extras a shopper can tick on an enquiry, sent as additional services',
  ),
  serviceExtras: v.optional(
    v.pipe(
      v.array(TextSchema),
      v.description('FORM-13: extras offered with a service, sent as additional services'),
    ),
    DEFAULT_SERVICE_EXTRAS,
  ),
  forms: v.optional(v.pipe(FormWordsSchema, v.description('FORM-01: texts of each form')), {}),
};
