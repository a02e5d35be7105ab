import type { FormName } from '#src/config/sections/form-words.ts';
import type { InfoPageName } from '#src/config/sections/info-pages.ts';
import { type KindOfStock, ownNoun } from '#src/config/sections/verticals.ts';
import type { Visitor } from '#src/config/sections/visitor.ts';
import { type FormSite, formAccess } from '#src/domain/lead/form-access.ts';

/** The purpose of a page's form, for its heading and button; a page without an entry has no form. */
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

/** FORM-01: the form of a page; the contact form by default. */
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

/** The contact form, if the site does not have the page's form, or not for this visitor. */
export function infoForm(name: InfoPageName, site: FormSite, visitor: Visitor): FormName {
  const form = FORMS[name] ?? 'contact';
  return formAccess(form, site, undefined, visitor).kind === 'open' ? form : 'contact';
}

export const formHeading = (name: InfoPageName, kind: KindOfStock = 'car'): string | undefined =>
  HEADINGS[name]?.replace('{vehicle}', ownNoun(kind));
