import type { LeadPayload } from './delivery/lead-payload.ts';

export const TEST_DRIVE_CATEGORY = 'Test Drive';
export const SELL_YOUR_CAR_CATEGORY = 'Sell Your Car';

export const isTestDrive = ({ booking, category }: LeadPayload): boolean =>
  booking !== undefined || category === TEST_DRIVE_CATEGORY;

/**
 * Whether year and description are those of the shopper's own car: forms that are not about a dealer's car ask for
 * it, except the test-drive form, which asks which car is wanted.
 */
export const tellsOwnCar = (payload: LeadPayload): boolean =>
  payload.car_id === undefined && !isTestDrive(payload);

/** The car as it was reported, in words; empty where none was. */
export const describedCar = ({ car_id, car_year, car_description }: LeadPayload): string =>
  // The description of a dealer's car begins with its year.
  (car_id === undefined ? [car_year, car_description] : [car_description]).filter(Boolean).join(' ');
