import * as ANALYTICS_EVENTS from '#src/features/content/analytics-events.ts';
import type { FormContext, FormSettings, LeadField } from '#src/features/leads/fields/lead-field.ts';
import type { PhoneCodePurpose } from '#src/features/leads/phone-code/phone-code.ts';
import { isTestDriveOnly } from '#src/features/vehicle/actions/card-tag.ts';
import { HOUR_MS } from '#src/platform/time/duration.ts';

export type FormCar = { car_type: string; tag?: string | undefined };

/** ANL-02. */
export const enquiryEvent = (car: FormCar | undefined): number => {
  if (car === undefined) return ANALYTICS_EVENTS.defaultForm;
  return car.car_type === 'used' ? ANALYTICS_EVENTS.usedEnquiry : ANALYTICS_EVENTS.newEnquiry;
};

/** ANL-02: a used car tagged Test Drive Only counts as new. */
export const testDriveEvent = (car: FormCar | undefined): number => {
  if (car === undefined) return ANALYTICS_EVENTS.defaultForm;
  const isUsed = car.car_type === 'used' && !isTestDriveOnly({ tag: car.tag ?? null });
  return isUsed ? ANALYTICS_EVENTS.usedTestDrive : ANALYTICS_EVENTS.newTestDrive;
};

/** The page may be reopened later, or by someone the URL was sent to, which is no conversion. */
const REPORTED_WITHIN_MS = HOUR_MS;

/** @param storedAt ISO 8601; null if not stored yet */
export const isReportable = (storedAt: string | null, now: Date): boolean =>
  storedAt !== null && now.getTime() - Date.parse(storedAt) < REPORTED_WITHIN_MS;

export const defaultEvent = (): number => ANALYTICS_EVENTS.defaultForm;

export const inStep = (fields: readonly LeadField[], step: number): LeadField[] =>
  fields.map((field) => ({ ...field, inStep: step }));

/** FORM-01: one entry defines a form with its page, endpoint, validation and payload. Its texts are the dealer's. */
export type LeadForm = {
  /** The default category of its leads. */
  category: string;
  subcategory(car: FormCar | undefined): string;
  eventId(car: FormCar | undefined): number;
  /** Headings of the steps; a single page by default. */
  steps?(settings: FormSettings): readonly string[];
  /** The purpose of the code that must verify the phone before the form is stored. */
  verifiesPhone?(settings: FormSettings): PhoneCodePurpose | undefined;
  /** Small print above the button. */
  note?(settings: FormSettings): string | undefined;
  fields(settings: FormSettings, context: FormContext): LeadField[];
};
