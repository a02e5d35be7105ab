import type { LeadField } from './lead-field.ts';
import {
  agreements,
  carId,
  EMAIL,
  FIRST_NAME,
  type FormContext,
  type FormSettings,
  LAST_NAME,
  locationId,
  message,
  PHONE,
  postcode,
} from './lead-fields.ts';

/** ANL-02: events told to analytics when a lead was taken. */
export const LEAD_EVENTS = { newEnquiry: 14, usedEnquiry: 15, defaultForm: 22 } as const;

/** FORM-01: one entry makes a form with page, endpoint, checks and payload. */
export type LeadForm = {
  title: string;
  submitLabel: string;
  category: string;
  /** @param carType type of the car enquired about, if any */
  subcategory(carType: string | undefined): string;
  eventId(carType: string | undefined): number;
  fields(settings: FormSettings, context: FormContext): LeadField[];
};

const VEHICLE_SUBCATEGORIES: Record<string, string> = {
  new: 'New Vehicle Enquiry',
  demo: 'Demo Vehicle Enquiry',
  used: 'Used Vehicle Enquiry',
};

function vehicleEventId(carType: string | undefined): number {
  if (carType === undefined) return LEAD_EVENTS.defaultForm;
  return carType === 'used' ? LEAD_EVENTS.usedEnquiry : LEAD_EVENTS.newEnquiry;
}

export const LEAD_FORMS = {
  enquiry: {
    title: 'Vehicle enquiry',
    submitLabel: 'Send enquiry',
    category: 'Vehicle Enquiry',
    subcategory: (carType) => VEHICLE_SUBCATEGORIES[carType ?? ''] ?? 'Vehicle Enquiry',
    eventId: vehicleEventId,
    fields: (settings, context) => [
      FIRST_NAME,
      LAST_NAME,
      EMAIL,
      PHONE,
      ...postcode(settings),
      message(settings),
      ...agreements(settings),
      carId(context),
    ],
  },
  // BUY-01: asks to reserve; the deposit is arranged by phone.
  reserve: {
    title: 'Reservation request',
    submitLabel: 'Send reservation request',
    category: 'Vehicle Enquiry',
    subcategory: () => 'Reservation Request',
    eventId: vehicleEventId,
    fields: (settings, context) => [
      FIRST_NAME,
      LAST_NAME,
      EMAIL,
      PHONE,
      ...postcode(settings),
      { ...message(settings), required: false },
      ...agreements(settings),
      { ...carId(context), required: true },
    ],
  },
  contact: {
    title: 'Contact us',
    submitLabel: 'Send message',
    category: 'General Enquiry',
    subcategory: () => 'Contact Enquiry',
    eventId: () => LEAD_EVENTS.defaultForm,
    fields: (settings, context) => [
      FIRST_NAME,
      LAST_NAME,
      ...postcode(settings),
      PHONE,
      EMAIL,
      ...locationId(settings, context),
      message(settings),
      ...agreements(settings),
    ],
  },
} as const satisfies Record<string, LeadForm>;

export type LeadFormName = keyof typeof LEAD_FORMS;

/** The form of that name, or undefined; inherited names such as "constructor" are none. */
export const leadFormNamed = (name: string): LeadForm | undefined =>
  Object.hasOwn(LEAD_FORMS, name) ? LEAD_FORMS[name as LeadFormName] : undefined;
