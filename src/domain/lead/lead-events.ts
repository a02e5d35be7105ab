import * as ANALYTICS_EVENTS from '../analytics-events.ts';
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

export const defaultEvent = (): number => ANALYTICS_EVENTS.defaultForm;
