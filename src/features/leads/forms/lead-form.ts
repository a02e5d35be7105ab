import type { FormName } from '#src/config/sections/leads/lead-form-settings.ts';
import { careers, contact, fleet, parts, sellYourCar, service, tradeIn } from './dealership-forms.ts';
import { finance, quickQuote } from './finance-forms.ts';
import type { LeadForm } from './form-definition.ts';
import {
  deal,
  enquireNow,
  enquiry,
  findSimilar,
  requestPhotos,
  reserve,
  testDrive,
  vehicleEnquiry,
} from './vehicle-forms.ts';

/** By name in URLs. */
export const LEAD_FORMS: Readonly<Record<FormName, LeadForm>> = {
  enquiry,
  'vehicle-enquiry': vehicleEnquiry,
  'enquire-now': enquireNow,
  'request-photos': requestPhotos,
  'test-drive': testDrive,
  'find-similar': findSimilar,
  contact,
  careers,
  parts,
  service,
  fleet,
  'sell-your-car': sellYourCar,
  'trade-in': tradeIn,
  reserve,
  deal,
  'quick-quote': quickQuote,
  finance,
};

export type LeadFormName = FormName;

/** Own properties only: names such as "constructor" are no forms. */
export const leadFormNamed = (name: string): LeadForm | undefined =>
  Object.hasOwn(LEAD_FORMS, name) ? LEAD_FORMS[name as LeadFormName] : undefined;
