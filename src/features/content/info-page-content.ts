import type { InfoPage, InfoPageName } from '#src/config/sections/content/info-pages-section.ts';
import type { FormName } from '#src/config/sections/leads/lead-form-settings.ts';
import { type KindOfStock, ownNoun } from '#src/config/sections/stock/stock-terms.ts';
import type { Visitor } from '#src/config/sections/visitor.ts';
import { type FormSite, formAccess } from '#src/features/leads/forms/form-access.ts';
import type { IconName } from '#src/platform/ui/icons.data.ts';

/** Purpose of a page's form, for its heading and button; other pages have no form. */
const HEADINGS: Readonly<Partial<Record<InfoPageName, string>>> = {
  finance: 'Apply for finance',
  'trade-in': 'Value my {vehicle}',
  'finance-and-insurance': 'Talk to our finance team',
  service: 'Book a service',
  'service-plus': 'Ask about Service Plus',
  warranty: 'Ask about your warranty',
  'roadside-assist': 'Ask about roadside assist',
  'capped-price-servicing': 'Ask what a service costs',
  'vehicle-parts-and-accessories': 'Ask for a part',
  'book-test-drive': 'Book your test drive',
  fleet: 'Talk to fleet sales',
  careers: 'Write to us',
  '4x4-outdoor': 'Plan your build',
  'personalised-finance': 'Get your repayment',
};

/** FORM-01: form of a page; defaults to the contact form. */
const FORMS: Readonly<Partial<Record<InfoPageName, FormName>>> = {
  finance: 'finance',
  'personalised-finance': 'finance',
  service: 'service',
  'capped-price-servicing': 'service',
  'vehicle-parts-and-accessories': 'parts',
  '4x4-outdoor': 'parts',
  'book-test-drive': 'test-drive',
  fleet: 'fleet',
  careers: 'careers',
};

/** Falls back to the contact form if the site does not offer the page's form, or not to this visitor. */
export function infoForm(name: InfoPageName, site: FormSite, visitor: Visitor): FormName {
  const form = FORMS[name] ?? 'contact';
  return formAccess(form, site, undefined, visitor).kind === 'open' ? form : 'contact';
}

export const formHeading = (name: InfoPageName, kind: KindOfStock = 'car'): string | undefined =>
  HEADINGS[name]?.replace('{vehicle}', ownNoun(kind));

const OWNERSHIP = [
  'service-plus',
  'warranty',
  'roadside-assist',
  'capped-price-servicing',
  'vehicle-parts-and-accessories',
] as const;

/** Related information pages, if the site has them. */
const RELATED: Readonly<Record<InfoPageName, readonly InfoPageName[]>> = {
  finance: ['finance-and-insurance', 'trade-in'],
  'trade-in': ['value-my-car-terms-and-conditions', 'finance'],
  'value-my-car-terms-and-conditions': ['trade-in'],
  'finance-and-insurance': ['finance', 'trade-in'],
  service: OWNERSHIP,
  'service-plus': OWNERSHIP,
  warranty: ['service', ...OWNERSHIP],
  'roadside-assist': ['service', ...OWNERSHIP],
  'capped-price-servicing': ['service', ...OWNERSHIP],
  'vehicle-parts-and-accessories': ['service', '4x4-outdoor'],
  'book-test-drive': ['finance', 'trade-in'],
  fleet: ['finance-and-insurance', 'service'],
  careers: [],
  '4x4-outdoor': ['vehicle-parts-and-accessories', 'service'],
  'personalised-finance': ['finance', 'trade-in'],
  'spin-to-win': [],
};

/** @returns names in display order, without the page itself */
export const relatedPages = (name: InfoPageName): InfoPageName[] =>
  RELATED[name].filter((other) => other !== name);

/** CONT-04: schema.org FAQPage; empty without questions. */
export const faqJsonLd = ({ faqs }: Pick<InfoPage, 'faqs'>): object[] =>
  faqs.length === 0
    ? []
    : [
        {
          '@context': 'https://schema.org',
          '@type': 'FAQPage',
          mainEntity: faqs.map(({ question, answer }) => ({
            '@type': 'Question',
            name: question,
            acceptedAnswer: { '@type': 'Answer', text: answer },
          })),
        },
      ];

export const INFO_ICONS: Readonly<Record<InfoPageName, IconName>> = {
  finance: 'tag',
  'trade-in': 'car',
  'value-my-car-terms-and-conditions': 'check',
  'finance-and-insurance': 'shield',
  service: 'calendar',
  'service-plus': 'wrench',
  warranty: 'shield',
  'roadside-assist': 'phone',
  'capped-price-servicing': 'tag',
  'vehicle-parts-and-accessories': 'wrench',
  'book-test-drive': 'key',
  fleet: 'car',
  careers: 'mail',
  '4x4-outdoor': 'map-pin',
  'personalised-finance': 'tag',
  'spin-to-win': 'clock',
};
