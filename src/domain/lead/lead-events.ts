import * as ANALYTICS_EVENTS from '../analytics-events.ts';
import { HOUR_MS } from '../duration.ts';
import { isTestDriveOnly } from '../vehicle/card-tag.ts';

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
