import type { FormContext } from '../form-settings.ts';
import type { FieldOption, LeadErrors, LeadField } from '../lead-field.ts';
import { DATE_MESSAGE, SLOT_MESSAGE, TIME_MESSAGE } from '../messages.ts';

/** FORM-12: the label of the time in forms and messages. */
export const BOOKING_LABEL = 'Test Drive Booking Date';

const optional = { required: false } as const;

/** FORM-12: decision 28 makes the time optional, so there is always a choice without one. */
const NO_SLOT: FieldOption = { value: '', label: 'Call me to find a time' };

const SLOT: LeadField = {
  ...optional,
  name: 'slot',
  label: BOOKING_LABEL,
  type: 'slot',
  maxLength: 16,
  invalidMessage: SLOT_MESSAGE,
  isWide: true,
};

const day = ({ today, slotPlace }: FormContext): LeadField => ({
  ...optional,
  name: 'booking_date',
  label: BOOKING_LABEL,
  type: 'date',
  maxLength: 10,
  invalidMessage: DATE_MESSAGE,
  ...(today === undefined ? {} : { earliest: today }),
  ...(slotPlace === undefined ? {} : { hint: `No times are free at ${slotPlace}; say when suits you` }),
});

const TIME: LeadField = {
  ...optional,
  name: 'booking_time',
  label: 'Time',
  type: 'time',
  maxLength: 5,
  invalidMessage: TIME_MESSAGE,
};

const freeTimes = (slots: readonly FieldOption[], place: string | undefined): LeadField => ({
  ...SLOT,
  options: [NO_SLOT, ...slots],
  ...(place === undefined ? {} : { hint: `Free times at ${place}` }),
});

/** FORM-12: optional either way; free times if the dealer offers them, else any day and time. */
export function bookingFields(context: FormContext): LeadField[] {
  const { slots, slotPlace } = context;
  if (slots === 'any') return [SLOT, day(context), TIME];
  return slots && slots.length > 0 ? [freeTimes(slots, slotPlace)] : [day(context), TIME];
}

const NAMES: ReadonlySet<string> = new Set([SLOT.name, day({}).name, TIME.name]);

export const isBookingField = ({ name }: LeadField): boolean => NAMES.has(name);

/** The fields of a form, with these in place of the time fields. */
export function withBooking(fields: readonly LeadField[], booking: readonly LeadField[]): LeadField[] {
  const first = fields.findIndex(isBookingField);
  const others = fields.filter((field) => !isBookingField(field));
  return first < 0 ? others : others.toSpliced(first, 0, ...booking);
}

/** Errors at visible fields: if the last free time has gone, the error is shown at the day field that replaces it. */
export function shownErrors(fields: readonly LeadField[], errors: LeadErrors): LeadErrors {
  const { [SLOT.name]: gone, ...others } = errors;
  const day = fields.find(({ type }) => type === 'date');
  if (gone === undefined || day === undefined || fields.some(({ name }) => name === SLOT.name)) return errors;
  return { ...others, [day.name]: gone };
}
