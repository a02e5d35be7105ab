import { BOOKING_LABEL } from '../booking.ts';
import type { FormContext, FormSettings } from '../form-settings.ts';
import { type FormCar, testDriveEvent } from '../lead-events.ts';
import type { LeadField } from '../lead-field.ts';
import { agreements, carId, locationId, message, PERSON, postcode } from '../lead-fields.ts';
import { DATE_MESSAGE, SLOT_MESSAGE, TIME_MESSAGE } from '../messages.ts';
import { CAR_DESCRIPTION } from '../own-car-fields.ts';
import { withSlots } from '../slot-options.ts';
import { TEST_DRIVE_CATEGORY } from '../told-car.ts';
import type { LeadForm } from './form-entry.ts';

const SUBCATEGORIES: Record<string, string> = {
  new: 'New Vehicle Test Drive',
  demo: 'Demo Vehicle Test Drive',
  used: 'Used Vehicle Test Drive',
};

const optional = { required: false } as const;

const SLOT: LeadField = {
  ...optional,
  name: 'slot',
  label: BOOKING_LABEL,
  type: 'slot',
  maxLength: 16,
  invalidMessage: SLOT_MESSAGE,
  isWide: true,
};

const wish = ({ today }: FormContext): LeadField[] => [
  {
    ...optional,
    name: 'booking_date',
    label: BOOKING_LABEL,
    type: 'date',
    maxLength: 10,
    invalidMessage: DATE_MESSAGE,
    ...(today === undefined ? {} : { earliest: today }),
  },
  {
    ...optional,
    name: 'booking_time',
    label: 'Time',
    type: 'time',
    maxLength: 5,
    invalidMessage: TIME_MESSAGE,
  },
];

/** FORM-12: optional either way; the free times where the dealer keeps a diary, else any day and time. */
function booking(context: FormContext): LeadField[] {
  const { slots, slotPlace } = context;
  if (slots === 'any') return [SLOT, ...wish(context)];
  return slots ? [withSlots(SLOT, slots, slotPlace)] : wish(context);
}

/** Where no car is given: which one, and where. */
const whichCar = (settings: FormSettings, context: FormContext): LeadField[] =>
  (context.carId ?? '') === ''
    ? [
        { ...CAR_DESCRIPTION, label: 'Which vehicle would you like to drive?', isWide: true },
        locationId(settings, context, 'sales', 'used'),
      ]
    : [];

export const testDrive: LeadForm = {
  category: TEST_DRIVE_CATEGORY,
  subcategory: (car: FormCar | undefined) => SUBCATEGORIES[car?.car_type ?? ''] ?? 'Test Drive',
  eventId: testDriveEvent,
  note: ({ leads }) => leads.testDriveTerms,
  fields: (settings, context) => [
    ...whichCar(settings, context),
    ...booking(context),
    ...PERSON,
    ...postcode(settings),
    { ...message(settings), required: false },
    ...agreements(settings),
    carId(context),
  ],
};
