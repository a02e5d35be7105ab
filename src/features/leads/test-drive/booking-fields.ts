import { capitalised, KIND_TERMS, type KindOfStock } from '#src/config/sections/stock/stock-terms.ts';
import { DATE_MESSAGE, SLOT_MESSAGE, TIME_MESSAGE } from '#src/features/leads/fields/form-messages.ts';
import type {
  FieldOption,
  FormContext,
  LeadErrors,
  LeadField,
} from '#src/features/leads/fields/lead-field.ts';
import type { SlotDay } from './booking.ts';

/** FORM-12: `Test Drive Booking Date`. A motorcycle has a test ride, a caravan an inspection. */
export const bookingLabel = (kind: KindOfStock = 'car'): string =>
  `${titled(KIND_TERMS[kind].visit)} Booking Date`;

const titled = (text: string) => text.split(' ').map(capitalised).join(' ');

const optional = { required: false } as const;

/** FORM-12, decision 28: the time is optional. */
const NO_SLOT: FieldOption = { value: '', label: 'Call me to find a time' };

const slot = ({ kind }: FormContext): LeadField => ({
  ...optional,
  name: 'slot',
  label: bookingLabel(kind),
  type: 'slot',
  maxLength: 16,
  invalidMessage: SLOT_MESSAGE,
  isWide: true,
});

const day = ({ kind, today, slotPlace }: FormContext): LeadField => ({
  ...optional,
  name: 'booking_date',
  label: bookingLabel(kind),
  type: 'date',
  maxLength: 10,
  invalidMessage: DATE_MESSAGE,
  ...(today === undefined ? {} : { earliest: today }),
  hint:
    slotPlace === undefined
      ? 'Say when suits you; we’ll confirm the time with you'
      : `No times are free at ${slotPlace}; say when suits you`,
});

const TIME: LeadField = {
  ...optional,
  name: 'booking_time',
  label: 'Time',
  type: 'time',
  maxLength: 5,
  invalidMessage: TIME_MESSAGE,
};

const freeTimes = (context: FormContext, slots: readonly FieldOption[]): LeadField => ({
  ...slot(context),
  options: [NO_SLOT, ...slots],
  ...(context.slotPlace === undefined ? {} : { hint: `Free times at ${context.slotPlace}` }),
});

/** FORM-12: free times if the dealer offers them, else any day and time; optional either way. */
export function bookingFields(context: FormContext): LeadField[] {
  const { slots } = context;
  if (slots === 'any') return [slot(context), day(context), TIME];
  return slots && slots.length > 0 ? [freeTimes(context, slots)] : [day(context), TIME];
}

const NAMES: ReadonlySet<string> = new Set([slot({}).name, day({}).name, TIME.name]);

export const isBookingField = ({ name }: LeadField): boolean => NAMES.has(name);

/** Replaces the booking fields of a form. */
export function withBooking(fields: readonly LeadField[], booking: readonly LeadField[]): LeadField[] {
  const first = fields.findIndex(isBookingField);
  const others = fields.filter((field) => !isBookingField(field));
  return first < 0 ? others : others.toSpliced(first, 0, ...booking);
}

/**
 * Moves the error of a slot field that is no longer rendered, because its last time was taken, to the day field that
 * replaces it.
 */
export function shownErrors(fields: readonly LeadField[], errors: LeadErrors): LeadErrors {
  const { slot: slotError, ...others } = errors;
  const day = fields.find(({ type }) => type === 'date');
  if (slotError === undefined || day === undefined || fields.some(({ name }) => name === slot({}).name))
    return errors;
  return { ...others, [day.name]: slotError };
}

/** Options grouped by day. In this module because browsers need no date formatting. */
export const slotOptions = (days: readonly SlotDay[]): FieldOption[] =>
  days.flatMap(({ day, times }) => times.map(({ slot, time }) => ({ value: slot, label: time, group: day })));
