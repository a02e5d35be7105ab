import type { FormName } from '#src/config/sections/form-words.ts';
import { fleet, sellYourCar } from './forms/business.ts';
import { careers, contact } from './forms/contact.ts';
import { finance } from './forms/finance.ts';
import type { LeadForm } from './forms/form-entry.ts';
import { quickQuote } from './forms/quick-quote.ts';
import { testDrive } from './forms/test-drive.ts';
import { tradeIn } from './forms/trade-in.ts';
import {
  enquireNow,
  enquiry,
  findSimilar,
  requestPhotos,
  reserve,
  vehicleEnquiry,
} from './forms/vehicle-enquiries.ts';
import { parts, service } from './forms/workshop.ts';

/** Every form, by its name in addresses. */
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
  'quick-quote': quickQuote,
  finance,
};

export type LeadFormName = FormName;

/** The form of that name, or undefined; inherited names such as "constructor" are none. */
export const leadFormNamed = (name: string): LeadForm | undefined =>
  Object.hasOwn(LEAD_FORMS, name) ? LEAD_FORMS[name as LeadFormName] : undefined;
