import { isTestDriveOnly } from '../vehicle/card-tag.ts';

/** ANL-02: events told to analytics when a lead was taken. */
export const LEAD_EVENTS = {
  newEnquiry: 14,
  usedEnquiry: 15,
  newTestDrive: 17,
  usedTestDrive: 48,
  defaultForm: 22,
  careers: 51,
  /** ANL-06. */
  offerAccepted: 18,
} as const;

/** What a form needs to know of the car it is about. */
export type FormCar = { car_type: string; tag?: string | undefined };

export const enquiryEvent = (car: FormCar | undefined): number => {
  if (car === undefined) return LEAD_EVENTS.defaultForm;
  return car.car_type === 'used' ? LEAD_EVENTS.usedEnquiry : LEAD_EVENTS.newEnquiry;
};

/** A used car tagged Test Drive Only counts as a new one. */
export const testDriveEvent = (car: FormCar | undefined): number => {
  if (car === undefined) return LEAD_EVENTS.defaultForm;
  const isUsed = car.car_type === 'used' && !isTestDriveOnly({ tag: car.tag ?? null });
  return isUsed ? LEAD_EVENTS.usedTestDrive : LEAD_EVENTS.newTestDrive;
};

export const defaultEvent = (): number => LEAD_EVENTS.defaultForm;
