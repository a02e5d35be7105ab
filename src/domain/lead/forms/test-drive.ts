import { KIND_WORDS } from '#src/config/sections/verticals.ts';
import { TEST_DRIVE_CATEGORY } from '../described-car.ts';
import type { FormContext, FormSettings } from '../form-settings.ts';
import { type FormCar, testDriveEvent } from '../lead-events.ts';
import type { LeadField } from '../lead-field.ts';
import { agreements, carId, locationId, message, PERSON, postcode } from '../lead-fields.ts';
import { LOCATION_MESSAGE } from '../messages.ts';
import { CAR_DESCRIPTION } from '../own-car-fields.ts';
import { bookingFields } from '../test-drive/booking-fields.ts';
import { drivesCars } from '../test-drive/test-drive-place.ts';
import type { LeadForm } from './form-entry.ts';

const TEST_DRIVE_SUBCATEGORIES: Record<string, string> = {
  new: 'New Vehicle Test Drive',
  demo: 'Demo Vehicle Test Drive',
  used: 'Used Vehicle Test Drive',
};

const wordsOf = ({ kind = 'car' }: FormContext) => KIND_WORDS[kind];

/** FORM-12: each location has its own free times, which are loaded once it is chosen. */
function place(settings: FormSettings, context: FormContext): LeadField {
  const { places = [], locationId: chosen = '' } = context;
  if (places.length < 2) {
    const { locations, dealerships } = settings;
    const driving = locations.filter((location) => drivesCars(location, dealerships));
    return locationId({ ...settings, locations: driving }, context);
  }
  const required = settings.leads.location === 'required';
  return {
    name: 'location_id',
    label: `Where would you like to ${wordsOf(context).verb}?`,
    type: 'select',
    required,
    maxLength: 100,
    invalidMessage: LOCATION_MESSAGE,
    options: [{ value: '', label: required ? 'Choose a location' : 'Any location' }, ...places],
    value: chosen,
    bringsTimes: true,
    isWide: true,
  };
}

/** Without a given car: which car, and where. */
const whichCar = (settings: FormSettings, context: FormContext): LeadField[] =>
  (context.carId ?? '') === ''
    ? [
        {
          ...CAR_DESCRIPTION,
          label: `Which vehicle would you like to ${wordsOf(context).verb}?`,
          isWide: true,
        },
        place(settings, context),
      ]
    : [];

export const testDrive: LeadForm = {
  category: TEST_DRIVE_CATEGORY,
  subcategory: (car: FormCar | undefined) => TEST_DRIVE_SUBCATEGORIES[car?.car_type ?? ''] ?? 'Test Drive',
  eventId: testDriveEvent,
  note: ({ leads }) => leads.testDriveTerms,
  fields: (settings, context) => [
    ...whichCar(settings, context),
    ...bookingFields(context),
    ...PERSON,
    ...postcode(settings),
    { ...message(settings), required: false },
    ...agreements(settings),
    carId(context),
  ],
};
