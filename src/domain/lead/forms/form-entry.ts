import type { PhoneCodePurpose } from '../../phone-code/phone-code.ts';
import type { FormContext, FormSettings } from '../form-settings.ts';
import type { FormCar } from '../lead-events.ts';
import type { LeadField } from '../lead-field.ts';

/** FORM-01: one entry makes a form with page, endpoint, checks and payload. Its texts are the dealer's. */
export type LeadForm = {
  /** Of the lead, where the shopper chooses none. */
  category: string;
  /** @param car enquired about, if any */
  subcategory(car: FormCar | undefined): string;
  eventId(car: FormCar | undefined): number;
  /** Headings of its steps; one page where there are none. */
  steps?(settings: FormSettings): readonly string[];
  /** The phone must be verified by a code for this purpose before the form is stored, on every way in. */
  verifiesPhone?(settings: FormSettings): PhoneCodePurpose | undefined;
  /** Small print above the button. */
  note?(settings: FormSettings): string | undefined;
  fields(settings: FormSettings, context: FormContext): LeadField[];
};
