import * as ANALYTICS_EVENTS from '#src/features/content/analytics-events.ts';
import type { FormContext, FormSettings, LeadField } from '#src/features/leads/fields/lead-field.ts';
import type { PhoneCodePurpose } from '#src/features/leads/phone-code/phone-code.ts';
import { isTestDriveOnly } from '#src/features/vehicle/actions/card-tag.ts';
import { HOUR_MS } from '#src/platform/time/duration.ts';

/** The facts a form needs about its car. */
export type FormCar = { car_type: string; tag?: string | undefined };

/** ANL-02. */
export const enquiryEvent = (car: FormCar | undefined): number => {
  if (car === undefined) return ANALYTICS_EVENTS.defaultForm;
  return car.car_type === 'used' ? ANALYTICS_EVENTS.usedEnquiry : ANALYTICS_EVENTS.newEnquiry;
};

/** A used car tagged Test Drive Only counts as a new one. */
export const testDriveEvent = (car: FormCar | undefined): number => {
  if (car === undefined) return ANALYTICS_EVENTS.defaultForm;
  const isUsed = car.car_type === 'used' && !isTestDriveOnly({ tag: car.tag ?? null });
  return isUsed ? ANALYTICS_EVENTS.usedTestDrive : ANALYTICS_EVENTS.newTestDrive;
};

/** Its page may be opened again later, perhaps by someone who was sent the address: that is no conversion. */
const REPORTED_WITHIN_MS = HOUR_MS;

/** @param storedAt ISO 8601; null for what is not stored yet */
export const isReportable = (storedAt: string | null, now: Date): boolean =>
  storedAt !== null && now.getTime() - Date.parse(storedAt) < REPORTED_WITHIN_MS;

export const defaultEvent = (): number => ANALYTICS_EVENTS.defaultForm;

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
